/// The applications that the server knows.
public protocol ClientStore: Sendable {
  /// Returns the client with exactly this identifier, or `nil` if there is none.
  ///
  /// The server calls it at every authorization and token request.
  /// - Parameter id: The `client_id` of the request, unchanged. It may be any text.
  /// - Throws: Any error that prevents the look-up. The server logs it, and answers with status 500
  ///   or `server_error`.
  func client(_ id: String) async throws -> RegisteredClient?
}
