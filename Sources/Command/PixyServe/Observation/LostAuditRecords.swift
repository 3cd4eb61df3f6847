internal import CoreMetrics
internal import Synchronization

/// Counts the audit records that could not be written.
final class LostAuditRecords: Sendable {
  /// The log that could not be written, for the metric's label `reason`.
  enum Log: String, CaseIterable {
    case file
    case database
  }

  private let counters = Mutex<[Log: any CounterHandler]>([:])

  /// Counts in a metrics system from now on. Before, nothing is counted.
  func count(in metrics: any MetricsFactory) {
    counters.withLock { counters in
      for log in Log.allCases {
        counters[log] = metrics.makeCounter(
          label: ServerMetric.lostAuditRecords.rawValue, dimensions: [("reason", log.rawValue)])
      }
    }
  }

  /// Counts a record.
  func add(to log: Log) {
    counters.withLock { $0[log] }?.increment(by: 1)
  }
}
