internal import OAuthCore

extension Provider {
  /// Spotify. A refresh token can be used once, and expires six months after the user authorized
  /// the application.
  public static let spotify = Provider(
    id: "spotify", name: "Spotify",
    server: .known(
      AuthorizationServerMetadata(
        authorizationEndpoint: Endpoint(constant: "https://accounts.spotify.com/authorize"),
        tokenEndpoint: Endpoint(constant: "https://accounts.spotify.com/api/token"),
        members: [
          "code_challenge_methods_supported": ["S256"],
          "token_endpoint_auth_methods_supported": ["client_secret_basic", "none"],
        ])),
    scope: "user-read-private user-read-email",
    clientID: ClientIDRule(place: "the app's settings in Spotify's developer dashboard"),
    redirects: RedirectRules(
      [.loopback, .https, .ownScheme], place: "“Redirect URIs” in the app's settings in Spotify's developer dashboard"),
    resources: [Endpoint(constant: "https://api.spotify.com/v1/me")],
    profile: .resource(
      ProfileResource(
        Endpoint(constant: "https://api.spotify.com/v1/me"),
        members: ProfileMembers(
          id: "account_id|id", name: "display_name", picture: "images.0.url", email: "email"))),
    remainingAccess: RemainingAccess(removedAt: "https://www.spotify.com/account/apps/", ends: "within six months"))
}
