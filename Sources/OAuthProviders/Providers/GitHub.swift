internal import OAuthCore

extension Provider {
  /// GitHub, for an OAuth App: its tokens don't expire, and there is no refresh token.
  public static let gitHub = gitHub(.gitHubDotCom)

  /// GitHub, for a GitHub App: its tokens live for 8 hours and what they may do is set at the app, not asked for by a scope.
  public static let gitHubApp = gitHubApp(.gitHubDotCom)

  /// An OAuth App at github.com, at a data-residency host, or at a GitHub Enterprise Server.
  ///
  /// - Parameter host: which GitHub.
  public static func gitHub(_ host: GitHubHost) -> Provider {
    Provider(
      id: "github", name: "GitHub", server: .known(host.metadata), scope: Scope(constant: "read:user"),
      clientID: ClientIDRule(.noNumber, place: "Settings › Developer settings › OAuth Apps"),
      redirects: RedirectRules(
        [.loopback, .ownScheme, .https, .localhost], place: "the app's “Authorization callback URL”"),
      resources: [host.api],
      profile: .resource(
        ProfileResource(
          host.userEndpoint,
          fields: GitHubClient.fields,
          members: ProfileMembers(
            id: "id", login: "login", name: "name", picture: "avatar_url", email: "email"))),
      revocation: .gitHubApplication(api: host.api), endingErrors: [.invalidGrant, ErrorCode("bad_refresh_token")])
  }

  /// A GitHub App at github.com, at a data-residency host, or at a GitHub Enterprise Server.
  ///
  /// - Parameter host: which GitHub.
  public static func gitHubApp(_ host: GitHubHost) -> Provider {
    let app = gitHub(host)
    return Provider(
      id: "github-app", name: "GitHub", server: app.server,
      clientID: ClientIDRule(.noNumber, place: "Settings › Developer settings › GitHub Apps"),
      redirects: RedirectRules(
        [.loopback, .ownScheme, .https, .localhost], place: "the app's “Callback URL”"),
      resources: app.resources, profile: app.profile, revocation: app.revocation, endingErrors: app.endingErrors)
  }
}
