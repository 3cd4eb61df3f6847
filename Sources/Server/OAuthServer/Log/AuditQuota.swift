internal import FoundationBasics
internal import Synchronization

/// Limits how many failures of one address are recorded in a minute, for each event by itself, and
/// counts the others.
///
/// With one quota for all events, three hundred failing token requests would hide password guesses.
/// Each process has its own counters.
final class AuditQuota: Sendable {
  /// The maximum number of events and addresses per minute. Beyond it, counting starts again.
  static let capacity = 100_000
  /// The maximum number of gaps that are reported for one minute: the largest ones.
  static let mostGaps = 100

  /// The failures of an address that were left out in a minute.
  struct Gap: Sendable {
    let event: AuditRecord.Event
    let address: ClientAddress
    let count: Int
  }

  private struct Key: Hashable {
    let event: AuditRecord.Event
    let network: ArraySlice<UInt8>
  }

  private struct Count {
    let address: ClientAddress
    var failures = 0
  }

  private let state = Mutex((minute: Date.distantPast, counts: [Key: Count]()))

  /// Returns what was left out in the minute before, once.
  func gaps(at now: Date, perMinute limit: Int) -> [Gap] {
    state.withLock { state in
      // A clock that was set back starts a new minute too.
      guard !(0..<60).contains(now.timeIntervalSince(state.minute)) || state.counts.count >= Self.capacity else {
        return []
      }
      let gaps = state.counts.compactMap { key, count in
        count.failures > limit ? Gap(event: key.event, address: count.address, count: count.failures - limit) : nil
      }
      state = (now, [:])
      return Array(gaps.sorted { $0.count > $1.count }.prefix(Self.mostGaps))
    }
  }

  /// Counts a failure, and returns whether it is recorded. Failures without an address, of callers in
  /// the same process, always are.
  func admits(_ record: AuditRecord, perMinute limit: Int) -> Bool {
    guard let address = record.address else { return true }
    let key = Key(event: record.event, network: address.network(.customer))
    return state.withLock { state in
      let failures = state.counts[key]?.failures ?? 0
      state.counts[key] = Count(address: address, failures: failures + 1)
      return failures < limit
    }
  }
}
