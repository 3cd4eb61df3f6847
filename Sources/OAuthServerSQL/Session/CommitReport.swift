internal import Synchronization

/// Passes the durations of commits on, if they are wanted.
package final class CommitReport: Sendable {
  private let receiver = Mutex<(@Sendable (Duration) -> Void)?>(nil)

  package init() {}

  /// The function that gets the durations; `nil` to measure none.
  package var report: (@Sendable (Duration) -> Void)? {
    get { receiver.withLock { $0 } }
    set { receiver.withLock { $0 = newValue } }
  }

  /// Runs a commit, and reports its duration if it succeeds.
  package func measure(_ commit: () throws -> Void) rethrows {
    guard let report else { return try commit() }
    let start = ContinuousClock.now
    try commit()
    report(ContinuousClock.now - start)
  }
}
