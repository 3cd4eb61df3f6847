public import CoreMetrics
internal import Metrics
public import OAuthServer
internal import Synchronization

/// An audit log that counts its records, and passes them on to another one.
///
/// `authorization_server_events_total` counts by event, outcome and grant type: sign-ins and failed
/// ones, lock-outs, tokens by grant, refused ones by error, sessions and grants that ended. All labels
/// are constants of the server, so their number is limited. `authorization_server_audit_records_lost_total`
/// with the reason `quota` counts the records that aren't kept.
public final class MeasuredAuditLog: AuditLog {
  private struct Labels: Hashable {
    let event: AuditRecord.Event
    let outcome: String
    let grantType: String
  }

  private let next: (any AuditLog)?
  private let factory: any MetricsFactory
  private let counters = Mutex<[Labels: Counter]>([:])
  private let lost: Counter

  /// Creates an audit log.
  ///
  /// - Parameters:
  ///   - next: The audit log that gets the records. Default: none, they are only counted.
  ///   - factory: The metrics system that stores the counters.
  public init(_ next: (any AuditLog)? = nil, factory: any MetricsFactory) {
    self.next = next
    self.factory = factory
    lost = Counter(
      label: "authorization_server_audit_records_lost_total", dimensions: [("reason", "quota")], factory: factory)
  }

  /// Counts a record, and passes it on.
  ///
  /// - Parameter record: The record.
  public func record(_ record: AuditRecord) {
    countEvent(record)
    next?.record(record)
  }

  /// Counts a record that isn't kept.
  ///
  /// - Parameter record: The record.
  public func count(_ record: AuditRecord) {
    lost.increment()
    countEvent(record)
  }

  private func countEvent(_ record: AuditRecord) {
    let labels = Labels(event: record.event, outcome: record.outcome, grantType: record.grantType?.rawValue ?? "")
    let counter = counters.withLock { counters in
      let knownClient =
        counters[labels]
        ?? Counter(
          label: "authorization_server_events_total",
          dimensions: [
            ("event", labels.event.rawValue), ("outcome", labels.outcome), ("grant_type", labels.grantType),
          ], factory: factory)
      counters[labels] = knownClient
      return knownClient
    }
    counter.increment()
  }
}
