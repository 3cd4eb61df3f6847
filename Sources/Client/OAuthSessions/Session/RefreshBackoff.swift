internal import OAuthCore

/// The pause after a temporary failure, before the server is asked again.
struct RefreshBackoff: Sendable {
  /// The end of the pause on the monotonic clock.
  let end: Duration
  /// Whether the server asked for the pause. A caller without a usable token ignores the session's
  /// own pauses only.
  let isServers: Bool
  /// The number of failures in a row.
  let failures: Int
  /// The failure.
  let cause: any Error

  /// - Parameters:
  ///   - wait: The pause that the server asked for, if it did.
  ///   - previous: The pause before this failure, if it wasn't the first.
  init(after cause: any Error, wait: Duration?, previous: RefreshBackoff?, now: Duration) {
    failures = (previous?.failures ?? 0) + 1
    isServers = wait != nil
    // 1 s, 2 s, 4 s … up to a minute. A pause that the server asks for is respected up to an hour.
    let own = min(Duration.seconds(60), .seconds(1 << min(failures - 1, 6)))
    end = now + min(wait ?? own, .seconds(3_600))
    self.cause = cause
  }
}
