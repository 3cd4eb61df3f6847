public import OAuthCore

extension Provider {
  /// The GitLab instance at gitlab.com.
  public static let gitLab = gitLab(at: Endpoint(constant: "https://gitlab.com"))

  /// Returns a GitLab instance.
  ///
  /// The metadata is built in, because GitLab's published metadata lacks the device authorization
  /// endpoint. The cost: a change of GitLab's endpoints needs a new release of this library.
  ///
  /// - Parameter address: The instance's address, with its relative path if it has one.
  /// - Returns: The provider.
  public static func gitLab(at address: Endpoint) -> Provider {
    Provider(
      id: "gitlab", name: "GitLab", server: .known(gitLabMetadata(address)),
      scope: "openid profile email",
      clientID: ClientIDRule(place: "“Application ID” in GitLab › Preferences › Applications"),
      redirects: RedirectRules(
        [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
        place: "“Redirect URI” in GitLab › Preferences › Applications, with “Confidential” switched off"),
      resources: [address],
      remainingAccess: RemainingAccess(
        removedAt: "\(base(address))/-/user_settings/applications, under “Authorized applications”"))
  }

  /// Returns the address without a closing slash.
  private static func base(_ address: Endpoint) -> String {
    address.text.hasSuffix("/") ? String(address.text.dropLast()) : address.text
  }

  private static func gitLabMetadata(_ address: Endpoint) -> AuthorizationServerMetadata {
    let base = base(address)
    // The base is a valid address and the path is a literal, so this can't fail.
    func below(_ path: String) -> Endpoint { (try? Endpoint(base + path)) ?? address }
    return AuthorizationServerMetadata(
      issuer: try? Issuer(base), authorizationEndpoint: below("/oauth/authorize"),
      tokenEndpoint: below("/oauth/token"), userInfoEndpoint: below("/oauth/userinfo"),
      members: [
        "jwks_uri": .string(base + "/oauth/discovery/keys"), "revocation_endpoint": .string(base + "/oauth/revoke"),
        "introspection_endpoint": .string(base + "/oauth/introspect"),
        "device_authorization_endpoint": .string(base + "/oauth/authorize_device"),
        "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256", "plain"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
      ])
  }
}
