import OAuthServer
import Synchronization

/// An audit log in memory.
final class AuditCollector: AuditLog {
  private let kept = Mutex<[AuditRecord]>([])
  private let notKept = Mutex<[AuditRecord]>([])

  var records: [AuditRecord] { kept.withLock { $0 } }

  /// The records that are only counted.
  var counted: [AuditRecord] { notKept.withLock { $0 } }

  func count(_ record: AuditRecord) { notKept.withLock { $0.append(record) } }

  func record(_ record: AuditRecord) { kept.withLock { $0.append(record) } }

  /// Returns the records of one kind, in their order.
  func records(_ event: AuditRecord.Event) -> [AuditRecord] { records.filter { $0.event == event } }
}
