internal import OAuthCore

extension Provider {
  /// Discord. For a client without a secret, switch on “Public Client” at the application.
  ///
  /// The metadata is built in, because Discord publishes two documents and each lacks members of
  /// the other. The cost: a change of Discord's endpoints needs a new release of this library.
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
    scope: "identify email",
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
    ), remainingAccess: RemainingAccess(removedAt: "Discord › User Settings › Authorized Apps"))
}
