public import OAuthCore

extension Provider {
  /// Returns a tenant of Auth0.
  ///
  /// - Parameter domain: The tenant's host, such as `example.eu.auth0.com`, or its custom domain.
  /// - Returns: The provider.
  /// - Throws: `URIError` if `domain` isn't a host name.
  public static func auth0(domain: String) throws(URIError) -> Provider {
    Provider(
      // Auth0's issuer ends with a slash.
      id: "auth0", name: "Auth0", server: .published(try Issuer("https://\(try Self.host(domain))/")),
      scope: "openid profile email offline_access",
      clientID: ClientIDRule(place: "“Client ID” in Auth0 › Applications › Settings"),
      redirects: RedirectRules(
        [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
        place: "“Allowed Callback URLs” in Auth0 › Applications › Settings"),
      quirks: [.unannouncedLogout(path: "/oidc/logout")])
  }

  /// Checks that a text is a host name without a scheme or path, and returns it in lower case.
  static func host(_ text: String) throws(URIError) -> String {
    let endpoint = try Endpoint("https://\(text)")
    guard endpoint.origin == "https://\(text.lowercased())" else { throw .noHost }
    return text.lowercased()
  }
}
