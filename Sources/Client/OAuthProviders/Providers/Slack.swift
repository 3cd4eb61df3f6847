internal import OAuthCore

extension Provider {
  /// Slack, for a user's own token. For a client without a secret, enable PKCE at the app; that
  /// can't be undone.
  ///
  /// Slack doesn't accept a free port. Pass the port that was registered with `localhost`.
  public static let slack = Provider(
    id: "slack", name: "Slack",
    server: .known(
      AuthorizationServerMetadata(
        authorizationEndpoint: Endpoint(constant: "https://slack.com/oauth/v2/authorize"),
        tokenEndpoint: Endpoint(constant: "https://slack.com/api/oauth.v2.access"),
        members: [
          "code_challenge_methods_supported": ["S256"],
          "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic", "none"],
        ])),
    scope: "users.profile:read",
    clientID: ClientIDRule(place: "Slack's page for the app › Basic Information"),
    redirects: RedirectRules(
      [.localhostWithRegisteredPort, .ownScheme, .https],
      place: "Slack's page for the app › OAuth & Permissions › Redirect URLs"),
    resources: [Endpoint(constant: "https://slack.com/api/auth.test")],
    profile: .resource(
      ProfileResource(
        Endpoint(constant: "https://slack.com/api/auth.test"),
        // A user's ID is unique only within the workspace.
        members: ProfileMembers(id: "{team_id}-{user_id}", login: "user"))),
    revocation: .withTheTokenItself(Endpoint(constant: "https://slack.com/api/auth.revoke")),
    remainingAccess: RemainingAccess(removedAt: "https://WORKSPACE.slack.com/apps/manage", isEndless: true),
    quirks: [.slackAnswers],
    endingErrors: [.invalidGrant, ErrorCode("invalid_refresh_token"), ErrorCode("token_revoked")])
}
