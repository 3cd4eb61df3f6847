/// One of the counters that a sign-in attempt is checked against.
public struct SignInCount: Sendable, Hashable {
  /// The key under which failures are counted.
  public let key: SignInAttemptKey
  /// The limit of the counter.
  public let limit: SignInAttemptPolicy.Limit
  /// Whether a correct password resets the counter. Otherwise a correct password only removes its
  /// own attempt.
  public let isResetBySuccess: Bool

  package init(key: SignInAttemptKey, limit: SignInAttemptPolicy.Limit, isResetBySuccess: Bool) {
    self.key = key
    self.limit = limit
    self.isResetBySuccess = isResetBySuccess
  }
}
