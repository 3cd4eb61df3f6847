/// The destination of audit records.
///
/// A server calls ``record(_:)`` while it answers a request, so the function has to return soon, and
/// must not fail: a destination that can't take records reports that by itself.
public protocol AuditLog: Sendable {
  /// Takes a record.
  ///
  /// - Parameter record: The record. Those of one request arrive in their order.
  func record(_ record: AuditRecord)
}
