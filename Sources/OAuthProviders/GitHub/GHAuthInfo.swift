#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import TokenStorage

/// Who is signed in at GitHub, and what was granted. There is no token in it: ``GitHubAuthService/session(for:)`` has them.
public struct GHAuthInfo: Sendable, Hashable {
  /// The name they sign in with, as they spell it.
  public let login: String
  /// What GitHub calls the person for ever; `nil` only for tokens that were saved without a sign-in.
  public let id: Int64?
  /// The name to show, if they gave one.
  public let name: String?
  /// Where their picture is.
  public let avatar: Endpoint?
  /// What was granted, which may be less than was asked for; `nil` if it isn't known.
  public let scope: Scope?
  /// When the access token ends, by the clock of this machine; `nil` if it doesn't, as most OAuth Apps'. A session
  /// refreshes it: this is no reason to sign in again.
  public let expiresAt: Date?

  /// The name to show, or the login.
  public var displayName: String { name ?? login }

  /// What is kept in a store for an account.
  ///
  /// - Parameters:
  ///   - tokens: what is kept.
  ///   - login: the account's name, for tokens that were saved without a sign-in.
  init(_ tokens: StoredTokens, savedFor login: String) {
    let user = tokens.gitHubUser
    self.login = user?.login ?? login
    id = user?.id
    name = user?.name
    avatar = user?.avatar
    scope = tokens.scope
    expiresAt = tokens.expiresAt
  }
}

extension StoredTokens {
  /// The member beside the tokens, and beside what GitHub gives with them, that says whose they are.
  private static var userMember: String { "pixy_github_user" }

  /// Whose tokens they are, if they are GitHub's and were kept by a sign-in.
  var gitHubUser: GitHubUser? {
    get { additionalMembers[Self.userMember]?.object.flatMap(GitHubUser.init) }
    set { additionalMembers[Self.userMember] = newValue.map { .object($0.members) } }
  }
}

extension GHAuthInfo: Redacted {
  /// Says that somebody is signed in, and nothing about the person: descriptions end up in logs.
  public var description: String { "GHAuthInfo(redacted)" }
}
