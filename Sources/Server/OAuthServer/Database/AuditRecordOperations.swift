public import FoundationBasics

/// The audit log in a database, with a time after which each record is removed.
public protocol AuditRecordOperations: Sendable {
  /// Appends an audit record with one of the next commits, and returns at once.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - end: The time from which a sweep may remove the record.
  ///   - failed: Called if the record is lost.
  func append(
    _ record: AuditRecord, keptUntil end: Date, failed: @escaping @Sendable (ServerDatabaseError) -> Void)

  /// Returns when the records that were appended before are durable, or are lost.
  ///
  /// - Throws: ``ServerDatabaseError``.
  func flushAuditRecords() async throws

  /// Returns the number of days for which the last audit record is kept.
  ///
  /// - Returns: `nil` if there are no audit records.
  /// - Throws: ``ServerDatabaseError``.
  func auditDays() async throws -> Int?

  /// Returns audit records in the order in which they were appended.
  ///
  /// - Parameters:
  ///   - position: The position of the record before the first one; 0 to begin.
  ///   - count: The largest number of records, at least 1.
  /// - Returns: The records as JSON, with their positions. Empty after the last record.
  /// - Throws: ``ServerDatabaseError``.
  func auditRecords(after position: Int64, count: Int) async throws -> [(position: Int64, record: String)]
}
