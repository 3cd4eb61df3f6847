public import FoundationBasics
public import OAuthCore
internal import TokenStorage

/// A signed-in GitHub user and the granted scope. It contains no tokens:
/// ``GitHubAuthService/session(for:)`` manages them.
public struct GHAuthInfo: Sendable, Hashable {
  /// The user's login, spelled as at GitHub.
  public let login: String
  /// The user's permanent ID at GitHub; `nil` only for tokens that were saved without a sign-in.
  public let id: Int64?
  /// The display name; `nil` if the user set none.
  public let name: String?
  /// The address of the user's picture.
  public let avatar: Endpoint?
  /// The granted scope, which can be smaller than the requested one; `nil` if it is unknown.
  public let scope: Scope?
  /// The time at which the access token expires, by this machine's clock; `nil` if it doesn't
  /// expire, as for most OAuth Apps, and after ``GitHubClient/validateToken()``. The token session
  /// refreshes an expired token, so the user needn't sign in again.
  public let expiresAt: Date?

  /// The name to show: ``name``, or ``login`` if there is none.
  public var displayName: String { name ?? login }

  /// Describes an account by its stored tokens.
  ///
  /// - Parameters:
  ///   - tokens: The stored tokens.
  ///   - login: The account's login, used if the tokens were saved without a sign-in.
  init(_ tokens: StoredTokens, savedFor login: String) {
    let user = tokens.gitHubUser
    self.login = user?.login ?? login
    id = user?.id
    name = user?.name
    avatar = user?.avatar
    scope = tokens.scope
    expiresAt = tokens.expiresAt
  }

  /// Describes the user of a token whose expiration time is unknown.
  init(_ user: GitHubUser, scope: Scope?) {
    login = user.login
    id = user.id
    name = user.name
    avatar = user.avatar
    self.scope = scope
    expiresAt = nil
  }
}

extension StoredTokens {
  /// The additional member of stored tokens that contains the GitHub user.
  private static var userMember: String { "pixy_github_user" }

  /// The tokens' GitHub user; `nil` unless a sign-in at GitHub stored them.
  var gitHubUser: GitHubUser? {
    get { additionalMembers[Self.userMember]?.object.flatMap(GitHubUser.init) }
    set { additionalMembers[Self.userMember] = newValue.map { .object($0.members) } }
  }
}

extension GHAuthInfo: Redacted {
  /// A fixed text without personal data, because descriptions end up in logs.
  public var description: String { "GHAuthInfo(redacted)" }
}
