internal import OAuthCore

/// The likely reason why a server rejected a client: the client's authentication method isn't one
/// that the server announces (RFC 8414 §2).
struct UnannouncedAuthentication: Sendable, Hashable {
  /// The client's method.
  let method: String
  /// The methods in the server's metadata.
  let announcedMethods: [String]

  /// - Returns: `nil` if the server announces the client's method, or announces none.
  init?(of client: OAuthClient, at endpoint: EndpointName) {
    let server = client.server
    let own: [String]? =
      switch endpoint {
      case .revocation: server.revocationEndpointAuthMethodsSupported
      case .introspection: server.introspectionEndpointAuthMethodsSupported
      default: nil
      }
    guard let announcedMethods = own ?? server.tokenEndpointAuthMethodsSupported, !announcedMethods.isEmpty,
      !announcedMethods.contains(client.authentication.method)
    else { return nil }
    (method, self.announcedMethods) = (client.authentication.method, announcedMethods)
  }

  var explanation: String {
    "The client authenticated with \(method), and the server announces only \(list)."
  }

  var remedy: String { "Authenticate with \(list) as the client is registered." }

  private var list: String {
    UntrustedText(announcedMethods.prefix(5).joined(separator: ", ")).description
  }
}
