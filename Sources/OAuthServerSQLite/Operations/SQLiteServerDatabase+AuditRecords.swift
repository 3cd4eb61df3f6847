public import FoundationBasics
internal import GRDB
internal import OAuthCore
public import OAuthServer

/// The audit log in the database, with a time after which each record is removed.
extension SQLiteServerDatabase {
  /// Appends an audit record with one of the next commits, and returns at once.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - end: The time from which a sweep may remove the record.
  ///   - failed: Called if the record is lost.
  public func append(
    _ record: AuditRecord, keptUntil end: Date, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    let text = String(decoding: record.json.bytes(), as: UTF8.self)
    work.submit {
      try $0.run("INSERT INTO audit_records (kept_until, record) VALUES (?, ?)", [.moment(end), try .text(text)])
    } failed: {
      failed($0)
    }
  }

  /// Returns when the records that were appended before are on the disk, or are lost.
  ///
  /// - Throws: ``ServerDatabaseError``.
  public func flushAuditRecords() async throws {
    try await work.write { _ in }
  }

  /// Returns the number of days for which the last audit record is kept.
  ///
  /// - Returns: `nil` if there are no audit records.
  /// - Throws: ``ServerDatabaseError``.
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
  ///
  /// - Parameters:
  ///   - position: The position of the record before the first one; 0 to begin.
  ///   - count: The largest number of records, at least 1.
  /// - Returns: The records as JSON, with their positions. Empty after the last record.
  /// - Throws: ``ServerDatabaseError``.
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
    var removed = 0
    while true {
      try Task.checkCancellation()
      let step = try await work.write {
        try $0.run(
          """
          DELETE FROM audit_records
            WHERE id IN (SELECT id FROM audit_records ORDER BY id LIMIT 1000) AND kept_until <= ?
          """, [.moment(moment)])
      }
      removed += step
      // A record at the beginning that is kept longer hides the ones behind it for a while.
      if step == 0 { return removed }
    }
  }
}
