public import FoundationBasics
internal import OAuthCore
public import OAuthServer

extension SQLServerDatabase {
  /// Appends an audit record with one of the next commits.
  public func append(
    _ record: AuditRecord, keptUntil end: Date, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    let row = AuditRecordRow(
      record: String(decoding: record.json.bytes(), as: UTF8.self), keptUntil: end)
    work.submit {
      try row.insert(with: $0)
    } failed: {
      failed($0)
    }
  }

  /// Waits for the records that were appended before.
  public func flushAuditRecords() async throws {
    try await work.write(locking: []) { _ in }
  }

  /// Returns the number of days for which the last audit record is kept.
  public func auditDays() async throws -> Int? {
    let last = try await work.read { database in
      try database.all("SELECT kept_until, record FROM audit_records ORDER BY id DESC LIMIT 1", []) {
        (end: try $0.moment(), record: try $0.text())
      }
    }.first
    guard let last, let record = try? JSONValue(bytes: Array(last.record.utf8)).object,
      let time = record["time"]?.string,
      let start = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
    else { return nil }
    return max(1, Int((last.end.timeIntervalSince(start) / 86_400).rounded()))
  }

  /// Returns audit records in the order in which they were appended.
  public func auditRecords(after position: Int64, count: Int) async throws -> [(position: Int64, record: String)] {
    try await work.read { database in
      try database.all(
        "SELECT id, record FROM audit_records WHERE id > ? ORDER BY id LIMIT ?",
        [.integer(position), .integer(Int64(max(count, 1)))]
      ) { (position: try $0.integer(), record: try $0.text()) }
    }
  }

  /// Removes the records whose time has passed, a thousand in each transaction.
  func removeAuditRecords(at moment: Date) async throws -> Int {
    var removedCount = 0
    while true {
      try Task.checkCancellation()
      let step = try await work.write(locking: [.longStep]) {
        try $0.run(
          """
          DELETE FROM audit_records
            WHERE id IN (SELECT id FROM audit_records ORDER BY id LIMIT 1000) AND kept_until <= ?
          """, [.moment(moment)])
      }
      removedCount += step
      // A record at the beginning that is kept longer hides the ones behind it for a while.
      if step == 0 { return removedCount }
    }
  }
}
