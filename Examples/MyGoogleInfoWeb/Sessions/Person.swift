internal import OAuth

/// A signed-in user, with the session that keeps the tokens valid. Nothing of it is sent to the
/// browser.
struct Person: Sendable {
  /// The user's permanent ID at Google: the `sub` of the verified ID token.
  let subject: String
  /// The user's token session. Each sign-in has its own store, so that browsers don't affect each
  /// other.
  let tokens: TokenSession
}
