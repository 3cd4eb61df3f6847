internal import GRDB
internal import OAuthCore

extension SQLiteServerDatabase {
  /// Removes what has expired, again and again, until the task is cancelled.
  ///
  /// Whoever embeds the server runs it in a task of its own; several processes may. Each step looks at a thousand rows in a
  /// transaction, a few milliseconds' work between which requests are answered, and pauses before the next one, so that ten million
  /// tokens take some minutes. Without it everything works, and the file grows.
  ///
  /// - Parameters:
  ///   - interval: how long to rest after everything was looked at.
  ///   - pause: how long to wait between two steps.
  ///   - failed: told of each failure, after which it rests and tries again: a full disk may have room later.
  public func sweep(
    every interval: Duration = .seconds(300), pause: Duration = .milliseconds(10),
    failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) async {
    while !Task.isCancelled {
      do {
        try await sweepOnce(pause: pause)
      } catch is CancellationError {
        return
      } catch {
        failed(ServerDatabaseError(during: error))
      }
      try? await Task.sleep(for: interval)
    }
  }

  /// Looks at every row once, a thousand in each transaction, and removes what has expired.
  ///
  /// - Parameter pause: how long to wait between two steps.
  /// - Returns: how many rows were removed.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled, after a whole step.
  @discardableResult
  public func sweepOnce(pause: Duration = .zero) async throws -> Int {
    var removed = 0
    for sweep in DatabaseSweep.all {
      var isAtEnd = false
      while !isAtEnd {
        try Task.checkCancellation()
        let now = clock.now()
        let step = try await work.write { try sweep.step($0, at: now) }
        removed += step.removed
        isAtEnd = step.isAtEnd
        if pause > .zero { try await Task.sleep(for: pause) }
      }
    }
    // As few as the limit on registrations allows: one transaction.
    let now = clock.now()
    removed += try await work.write {
      try $0.run("DELETE FROM registrations WHERE unused_until <= ?", [.moment(now)])
    }
    return removed
  }
}
