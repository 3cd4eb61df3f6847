internal import GRDB
internal import OAuthCore

extension SQLiteServerDatabase {
  /// Removes expired rows, again and again, until the task is cancelled.
  ///
  /// Run it in a task of its own beside the server. Several processes may run it. Each step reads a
  /// thousand rows in one transaction, which takes a few milliseconds, and requests are answered
  /// between the steps. Ten million tokens take some minutes. Without it the server works, and the
  /// file grows.
  ///
  /// - Parameters:
  ///   - interval: The pause after all tables. Default: five minutes.
  ///   - pause: The pause between two steps. Default: 10 ms.
  ///   - failed: Receives each error. The sweep goes on after the interval, because a full disk may
  ///     have room later.
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

  /// Removes the rows that have expired by now, once through all tables, a thousand rows in each
  /// transaction.
  ///
  /// - Parameter pause: The pause between two steps. Default: none.
  /// - Returns: The number of removed rows.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled, after a whole
  ///   step.
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
    // The limit on registrations keeps their number low enough for one transaction.
    let now = clock.now()
    removed += try await work.write {
      try $0.run("DELETE FROM registrations WHERE unused_until <= ?", [.moment(now)])
    }
    return removed + (try await removeAuditRecords(at: now))
  }
}
