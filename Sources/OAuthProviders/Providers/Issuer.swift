public import OAuthCore

extension Provider {
  /// Any server that publishes its metadata (OpenID Connect Discovery, RFC 8414), of which nothing else is known.
  ///
  /// - Parameters:
  ///   - issuer: its issuer.
  ///   - resources: addresses of resources that may see its access tokens.
  ///   - scope: what to ask for unless a program says otherwise; `nil` for `openid profile email`.
  public static func issuer(
    _ issuer: Issuer, resources: [Endpoint] = [], scope: Scope? = nil
  ) -> Provider {
    Provider(
      id: "issuer", name: issuer.text, server: .published(issuer),
      scope: scope ?? Scope(constant: "openid profile email"), clientID: ClientIDRule(.chosen),
      redirects: RedirectRules(
        [.loopback, .loopbackWithRegisteredPort, .localhost, .ownScheme, .https],
        place: "the server's page for this client"),
      resources: resources)
  }
}
