/// The destination of audit records.
///
/// A server calls ``record(_:)`` while it answers a request, so the function has to return soon, and
/// must not fail: a destination that can't take records reports that by itself.
public protocol AuditLog: Sendable {
  /// Takes a record.
  ///
  /// - Parameter record: The record. Those of one request arrive in their order.
  func record(_ record: AuditRecord)

  /// Counts a record that isn't kept, because its address has failed too often in this minute
  /// (``AuditRecord/failuresPerMinute``). Default: does nothing.
  ///
  /// - Parameter record: The record. An attacker can cause thousands in a second.
  func count(_ record: AuditRecord)
}

extension AuditLog {
  /// Does nothing.
  ///
  /// - Parameter record: The record.
  public func count(_ record: AuditRecord) {}
}
