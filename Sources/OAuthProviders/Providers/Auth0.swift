public import OAuthCore

extension Provider {
  /// A tenant of Auth0.
  ///
  /// - Parameter domain: the tenant's host, such as `example.eu.auth0.com`, or its own domain.
  /// - Throws: `URIError` if that is no host.
  public static func auth0(domain: String) throws(URIError) -> Provider {
    Provider(
      // The issuer ends with a slash.
      id: "auth0", name: "Auth0", server: .published(try Issuer("https://\(try Self.host(domain))/")),
      scope: Scope(constant: "openid profile email offline_access"),
      clientID: ClientIDRule(place: "“Client ID” in Auth0 › Applications › Settings"),
      redirects: RedirectRules(
        [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
        place: "“Allowed Callback URLs” in Auth0 › Applications › Settings"),
      quirks: [.unannouncedLogout(path: "/oidc/logout")])
  }

  /// A host as a person writes it, without a scheme, a path or anything else.
  static func host(_ text: String) throws(URIError) -> String {
    let endpoint = try Endpoint("https://\(text)")
    guard endpoint.origin == "https://\(text.lowercased())" else { throw .noHost }
    return text.lowercased()
  }
}
