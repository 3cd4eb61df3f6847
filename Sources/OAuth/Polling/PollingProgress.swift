/// How the waiting for a person's decision goes, told before each wait.
public struct PollingProgress: Sendable, Hashable {
  /// What the last question brought.
  public enum State: Sendable, Hashable {
    /// Nothing was asked yet.
    case begun
    /// The person hasn't decided (`authorization_pending`).
    case pending
    /// The person hasn't decided, and the server wants to be asked less often (`slow_down`).
    case slowedDown
    /// The server wasn't reached, or was overloaded. The waiting goes on with longer pauses.
    case unreachable
  }

  /// What the last question brought.
  public let state: State
  /// How often the server was asked.
  public let attempts: Int
  /// How long from now until the next question.
  public let nextAttempt: Duration
  /// How long from now until the codes expire.
  public let remaining: Duration
}
