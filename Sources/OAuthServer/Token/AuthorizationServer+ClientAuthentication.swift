internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// Finds out which client this is, and makes it prove it if it can (RFC 6749 §3.2.1).
  func authenticatedClient(_ request: HTTPRequest, _ form: FormParameters) async throws -> RegisteredClient {
    let credentials = try ClientCredentials(request, form)
    let client = try await clients.client(credentials.id)
    switch (client, client?.kind, credentials.secret) {
    case (let client?, .public, nil):
      return client
    case (.some, .public, .some):
      // Whoever knows the client's name could have made that secret up; taking it would prove nothing.
      throw TokenRefusal.invalidClient("this client is public and has no secret")
    case (.some, .confidential, nil):
      throw TokenRefusal.invalidClient("this client has to authenticate with its secret")
    case (let client?, .confidential(.secret(let hash), _), let secret?):
      guard hash.matches(secret) else { throw TokenRefusal.invalidClient(Self.unknownOrWrong) }
      return client
    default:
      throw TokenRefusal.invalidClient(Self.unknownOrWrong)
    }
  }

  private static let unknownOrWrong = "the client is unknown, or its secret is wrong"
}
