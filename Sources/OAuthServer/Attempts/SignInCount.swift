/// One of the counts that a sign-in is held against.
public struct SignInCount: Sendable, Hashable {
  /// What is counted.
  public let key: SignInAttemptKey
  /// How far, and for how long.
  public let limit: SignInAttemptPolicy.Limit
  /// Whether a right password ends the count; otherwise it only takes its own attempt back.
  public let isForgottenBySuccess: Bool

  package init(key: SignInAttemptKey, limit: SignInAttemptPolicy.Limit, isForgottenBySuccess: Bool) {
    self.key = key
    self.limit = limit
    self.isForgottenBySuccess = isForgottenBySuccess
  }
}
