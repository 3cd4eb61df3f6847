public import OAuthCore
public import TokenStorage

/// A change of a session's tokens.
public enum TokenChange: Sendable, Hashable {
  /// New tokens are stored: from a sign-in, from a refresh, or from another process, once that is
  /// noticed. The tokens that a session finds when it first reads the store are no change.
  case renewed(StoredTokens)
  /// The server no longer refreshes the tokens, and they are deleted. The user has to sign in
  /// again.
  case ended(ErrorResponse)
  /// The user signed out here, or elsewhere, once that is noticed.
  case signedOut
}
