internal import OAuthCore

/// The remaining waiting time, shown on the terminal's last line.
package struct RemainingTime: Sendable {
  package let status: StatusLine
  /// Whether the time is shown at all.
  package let isShown: Bool

  package init(status: StatusLine, isShown: Bool) {
    (self.status, self.isShown) = (status, isShown)
  }

  /// Runs `body` and shows the remaining time while it waits.
  /// - Parameter body: Calls `begin` with the longest waiting time when it starts to wait.
  package func shown<Result: Sendable>(
    during body: (_ begin: @escaping @Sendable (Duration) -> Void) async throws -> Result
  ) async throws -> Result {
    let (limits, limit) = AsyncStream<Duration>.makeStream()
    defer { status.clear() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await limit in limits { try await show(until: .now + limit) }
      }
      defer { group.cancelAll() }
      return try await body { limit.yield($0) }
    }
  }

  /// Updates the time every second until the task is cancelled.
  package func show(until end: ContinuousClock.Instant) async throws {
    guard isShown else { return }
    while !Task.isCancelled {
      status.show("Waiting (\(Self.text(end - .now))) ")
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Returns the time in minutes and seconds.
  package static func text(_ remaining: Duration) -> String {
    let seconds = max(remaining.components.seconds, 0)
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
  }
}
