internal import OAuthCore

extension Provider {
  /// GitHub, for an OAuth App. Its tokens don't expire by default, and there is no refresh token.
  public static let gitHub = gitHub(.gitHubDotCom)

  /// GitHub, for a GitHub App. Its tokens expire after 8 hours. The app's permissions, not a scope,
  /// decide what they allow.
  public static let gitHubApp = gitHubApp(.gitHubDotCom)

  /// Returns an OAuth App at github.com, at a data-residency host, or at a GitHub Enterprise
  /// Server.
  ///
  /// - Parameter host: The GitHub host.
  /// - Returns: The provider.
  public static func gitHub(_ host: GitHubHost) -> Provider {
    Provider(
      id: "github", name: "GitHub", server: .known(host.metadata), scope: "read:user",
      clientID: ClientIDRule(.noNumber, place: "Settings › Developer settings › OAuth Apps"),
      redirects: RedirectRules(
        [.loopback, .ownScheme, .https, .localhost], place: "the app's “Authorization callback URL”"),
      resources: [host.api],
      profile: .resource(
        ProfileResource(
          host.userEndpoint,
          fields: GitHubHost.fields,
          members: ProfileMembers(
            id: "id", login: "login", name: "name", picture: "avatar_url", email: "email"))),
      revocation: .gitHubApplication(api: host.api),
      remainingAccess: RemainingAccess(
        removedAt: "\(host.web.origin)/settings/connections/applications/{client_id}", ends: "within six months",
        isEndless: true), endingErrors: [.invalidGrant, ErrorCode("bad_refresh_token")])
  }

  /// Returns a GitHub App at github.com, at a data-residency host, or at a GitHub Enterprise
  /// Server.
  ///
  /// - Parameter host: The GitHub host.
  /// - Returns: The provider.
  public static func gitHubApp(_ host: GitHubHost) -> Provider {
    let app = gitHub(host)
    return Provider(
      id: "github-app", name: "GitHub", server: app.server,
      clientID: ClientIDRule(.noNumber, place: "Settings › Developer settings › GitHub Apps"),
      redirects: RedirectRules(
        [.loopback, .ownScheme, .https, .localhost], place: "the app's “Callback URL”"),
      resources: app.resources, profile: app.profile, revocation: app.revocation,
      remainingAccess: RemainingAccess(
        removedAt: "\(host.web.origin)/settings/apps/authorizations", ends: "within six months", isEndless: true),
      endingErrors: app.endingErrors)
  }
}
