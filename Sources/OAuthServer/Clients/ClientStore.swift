/// Where the server looks up the applications it knows.
public protocol ClientStore: Sendable {
  /// The client with exactly this identifier, or `nil` if there is none.
  ///
  /// The server calls it at every authorization and token request.
  /// - Parameter id: what the request named as `client_id`, as it came.
  /// - Throws: whatever keeps the store from answering; the server then answers with status 500 or `server_error`.
  func client(_ id: String) async throws -> RegisteredClient?
}
