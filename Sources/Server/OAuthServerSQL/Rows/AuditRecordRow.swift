package import FoundationBasics

/// An audit record as a row.
package struct AuditRecordRow: Sendable {
  /// The last rows among which a repeated insertion looks for its record. The servers write far fewer while
  /// one of them is opening a new connection.
  private static let neighbours: Int64 = 100_000

  private let record: String
  private let end: Date

  /// - Parameters:
  ///   - record: The record as JSON.
  ///   - end: The time from which it may be removed.
  package init(record: String, keptUntil end: Date) {
    self.record = record
    self.end = end
  }

  /// Inserts the row, unless the work is repeated and the row is there.
  package func insert(with transaction: any SQLTransaction) throws {
    let text = try SQLValue.storable(record)
    if transaction.isRepeated {
      let isThere = try transaction.has(
        "SELECT 1 FROM audit_records WHERE id > (SELECT max(id) FROM audit_records) - ? AND record = ?",
        [.integer(Self.neighbours), text])
      if isThere { return }
    }
    try transaction.perform("INSERT INTO audit_records (kept_until, record) VALUES (?, ?)", [.moment(end), text])
  }
}
