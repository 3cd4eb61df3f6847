public import OAuthCore

extension Provider {
  /// An organization's Okta.
  ///
  /// - Parameters:
  ///   - domain: the organization's host, such as `example.okta.com`.
  ///   - authorizationServer: which of its authorization servers; `nil` for the organization's own.
  /// - Throws: `URIError` if that is no host, or no name of a server.
  public static func okta(domain: String, authorizationServer: String? = "default") throws(URIError) -> Provider {
    let path = authorizationServer.map { "/oauth2/\($0)" } ?? ""
    return Provider(
      id: "okta", name: "Okta", server: .published(try Issuer("https://\(try Self.host(domain))\(path)")),
      scope: Scope(constant: "openid profile email offline_access"),
      clientID: ClientIDRule(place: "“Client ID” in Okta › Applications › General"),
      redirects: RedirectRules(
        [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
        place: "“Sign-in redirect URIs” in Okta › Applications › General"))
  }
}
