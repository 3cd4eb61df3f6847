/// The progress of waiting for the user's decision, reported before each pause.
public struct PollingProgress: Sendable, Hashable {
  /// The result of a token request.
  public enum State: Sendable, Hashable {
    /// No request was sent yet.
    case begun
    /// The user hasn't decided (`authorization_pending`).
    case pending
    /// The user hasn't decided, and the server asks for longer pauses (`slow_down`).
    case slowedDown
    /// The server couldn't be reached or was overloaded. The waiting goes on with longer pauses.
    case unreachable
  }

  /// The result of the last request.
  public let state: State
  /// The number of requests so far.
  public let attempts: Int
  /// The time until the next request.
  public let nextAttempt: Duration
  /// The time until the codes expire.
  public let remaining: Duration
}
