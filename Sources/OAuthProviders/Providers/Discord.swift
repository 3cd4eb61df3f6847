internal import OAuthCore

extension Provider {
  /// Discord. A client without a secret needs the switch “Public Client” at its application.
  ///
  /// Its metadata is written down here, because it publishes two documents of which each lacks what the other has.
  public static let discord = Provider(
    id: "discord", name: "Discord",
    server: .known(
      AuthorizationServerMetadata(
        issuer: Issuer(constant: "https://discord.com"),
        authorizationEndpoint: Endpoint(constant: "https://discord.com/api/oauth2/authorize"),
        tokenEndpoint: Endpoint(constant: "https://discord.com/api/oauth2/token"),
        userInfoEndpoint: Endpoint(constant: "https://discord.com/api/oauth2/userinfo"),
        members: [
          "revocation_endpoint": "https://discord.com/api/oauth2/token/revoke",
          "jwks_uri": "https://discord.com/api/oauth2/keys", "code_challenge_methods_supported": ["S256"],
          "authorization_response_iss_parameter_supported": true,
          "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        ])),
    scope: Scope(constant: "identify email"),
    clientID: ClientIDRule(.number, place: "“Client ID” in Discord's developer portal › OAuth2"),
    redirects: RedirectRules(
      [.loopbackWithRegisteredPort, .localhostWithRegisteredPort, .ownScheme, .https],
      place: "“Redirects” in Discord's developer portal › OAuth2"),
    resources: [Endpoint(constant: "https://discord.com/api/v10/users/@me")],
    profile: .resource(
      ProfileResource(
        Endpoint(constant: "https://discord.com/api/v10/users/@me"),
        members: ProfileMembers(
          id: "id", login: "username", name: "global_name",
          picture: "https://cdn.discordapp.com/avatars/{id}/{avatar}.png", email: "email", isEmailVerified: "verified"))
    ))
}
