internal import OAuthCore

/// After a failure that may pass: when the server may be asked again.
struct RefreshPause: Sendable {
  /// The moment on the monotonic clock.
  let end: Duration
  /// Whether the server asked for it. Otherwise who has no usable token may ask at once.
  let isServers: Bool
  /// How many failures came one after the other.
  let failures: Int
  /// What failed.
  let cause: any Error

  /// - Parameters:
  ///   - wait: what the server asks for.
  ///   - previous: the pause before this failure, if it wasn't the first.
  init(after cause: any Error, wait: Duration?, previous: RefreshPause?, now: Duration) {
    failures = (previous?.failures ?? 0) + 1
    isServers = wait != nil
    // 1 s, 2 s, 4 s … and a minute at most; what a server asks for is heeded up to an hour.
    let own = min(Duration.seconds(60), .seconds(1 << min(failures - 1, 6)))
    end = now + min(wait ?? own, .seconds(3_600))
    self.cause = cause
  }
}
