public import OAuthCore

extension Provider {
  /// Returns an organization's Okta server.
  ///
  /// - Parameters:
  ///   - domain: The organization's host, such as `example.okta.com`.
  ///   - authorizationServer: The name of a custom authorization server; `nil` for the
  ///     organization's own server. Default: `default`.
  /// - Returns: The provider.
  /// - Throws: `URIError` if `domain` isn't a host name, or the server's name can't be part of an
  ///   address.
  public static func okta(domain: String, authorizationServer: String? = "default") throws(URIError) -> Provider {
    let path = authorizationServer.map { "/oauth2/\($0)" } ?? ""
    return Provider(
      id: "okta", name: "Okta", server: .published(try Issuer("https://\(try Self.host(domain))\(path)")),
      scope: "openid profile email offline_access",
      clientID: ClientIDRule(place: "“Client ID” in Okta › Applications › General"),
      redirects: RedirectRules(
        [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
        place: "“Sign-in redirect URIs” in Okta › Applications › General"))
  }
}
