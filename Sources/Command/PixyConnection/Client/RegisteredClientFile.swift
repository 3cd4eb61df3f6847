internal import OAuthCore
internal import PixyTerminal

/// The client in a file that `pixy register --output` wrote: the server's answer to the registration
/// (RFC 7591 §3.2.1).
struct RegisteredClientFile {
  let clientID: String
  /// The client's secret, if the server issued one.
  let secret: Secret?
  private let members: [String: JSONValue]

  /// Reads the file.
  ///
  /// - Parameter path: The path, or `-` for standard input.
  /// - Throws: ``BadValue`` if the file can't be read or isn't a registration.
  init(_ path: String) throws {
    let text = try SecretInput.read(path).reveal()
    guard let members = (try? JSONValue(bytes: Array(text.utf8)))?.object, let id = members["client_id"]?.string,
      !id.isEmpty
    else {
      throw BadValue(
        "\(path) is not a registration: it is not a JSON object with a client_id.",
        remedy: "Name the file that pixy register printed.")
    }
    clientID = id
    secret = members["client_secret"]?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
    self.members = members
  }

  /// Returns the registered authentication method; `nil` if the file has none.
  ///
  /// - Throws: ``ClientChoiceError/unknownMethod(_:)``.
  func method() throws -> ClientOptions.Method? {
    guard let name = members["token_endpoint_auth_method"]?.string else { return nil }
    guard let method = ClientOptions.Method(rawValue: name) else { throw ClientChoiceError.unknownMethod(name) }
    return method
  }
}
