internal import OAuthCore

extension SQLServerDatabase {
  /// Removes the rows that have expired by now.
  @discardableResult
  public func sweepOnce(pause: Duration) async throws -> Int {
    var removedCount = 0
    for sweep in DatabaseSweep.all {
      var isAtEnd = false
      while !isAtEnd {
        try Task.checkCancellation()
        let now = clock.now()
        let step = try await work.write(locking: [.longStep]) { try sweep.step($0, at: now) }
        removedCount += step.removedCount
        isAtEnd = step.isAtEnd
        if pause > .zero { try await Task.sleep(for: pause) }
      }
    }
    // The limit on registrations keeps their number low enough for one transaction.
    let now = clock.now()
    removedCount += try await work.write(locking: [.longStep]) {
      try $0.run("DELETE FROM registrations WHERE unused_until <= ?", [.moment(now)])
    }
    return removedCount + (try await removeAuditRecords(at: now))
  }
}
