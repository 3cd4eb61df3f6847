public import OAuthCore

extension Provider {
  /// Returns a server that publishes its metadata (OpenID Connect Discovery, RFC 8414).
  ///
  /// - Parameters:
  ///   - issuer: The server's issuer.
  ///   - id: The identifier. An application with several such servers gives each its own. Default:
  ///     `issuer`.
  ///   - name: The name that users see. Default: the issuer's host.
  ///   - resources: The addresses of resources that may receive its access tokens. Default: none.
  ///   - scope: The default scope. Default: `openid profile email`.
  /// - Returns: The provider.
  public static func issuer(
    _ issuer: Issuer, id: String = "issuer", name: String? = nil, resources: [Endpoint] = [], scope: Scope? = nil
  ) -> Provider {
    Provider(
      id: id, name: name ?? issuer.parts.authority, server: .published(issuer),
      scope: scope ?? "openid profile email", clientID: ClientIDRule(.chosen),
      redirects: RedirectRules(
        [.loopback, .loopbackWithRegisteredPort, .localhost, .ownScheme, .https],
        place: "the server's page for this client"),
      resources: resources)
  }
}
