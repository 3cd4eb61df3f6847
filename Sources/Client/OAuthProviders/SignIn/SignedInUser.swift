public import OAuthSessions

/// A signed-in user.
public struct SignedInUser: Sendable {
  /// The user's ID, name, picture and e-mail address at the provider.
  public let profile: Profile
  /// The session that keeps the user's tokens valid and sends requests with them.
  public let session: TokenSession
  /// The number of the sign-in at its service; `nil` after a restore.
  package var signIn: Int?
}
