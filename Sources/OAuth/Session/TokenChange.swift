public import OAuthCore
public import TokenStorage

/// What has happened to a session's tokens.
public enum TokenChange: Sendable, Hashable {
  /// There are new ones, and they are stored: a sign-in, a refresh, or another process's that was noticed. What a
  /// session finds at its first look is no change.
  case renewed(StoredTokens)
  /// The server won't refresh them any more; the person has to sign in again. They are deleted.
  case ended(ErrorResponse)
  /// The person signed out here, or elsewhere as was noticed.
  case signedOut
}
