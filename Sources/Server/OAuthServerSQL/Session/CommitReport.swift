package import OAuthServer
internal import Synchronization

/// Passes the outcomes of commits on, if they are wanted.
package final class CommitReport: Sendable {
  private let receiver = Mutex<(@Sendable (CommitOutcome) -> Void)?>(nil)

  package init() {}

  /// The function that gets the outcomes; `nil` to measure none.
  package var report: (@Sendable (CommitOutcome) -> Void)? {
    get { receiver.withLock { $0 } }
    set { receiver.withLock { $0 = newValue } }
  }

  /// Runs a commit, and reports its duration if it succeeds.
  package func measure(_ commit: () throws -> Void) rethrows {
    guard let report else { return try commit() }
    let start = ContinuousClock.now
    try commit()
    report(.committed(after: ContinuousClock.now - start))
  }
}
