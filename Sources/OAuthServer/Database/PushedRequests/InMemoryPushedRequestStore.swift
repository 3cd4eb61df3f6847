#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// Pushed requests in this process's memory. They are forgotten when no sign-in can be completed with them any more; memory
/// never holds more than about twice what is still needed.
public final class InMemoryPushedRequestStore: PushedRequestStore {
  private struct State {
    var records: [SecretHash: PushedRequestRecord] = [:]
    var sweep = SweepSchedule()
  }

  private let clock: WallClock
  private let state = Mutex(State())

  /// Starts empty.
  /// - Parameter clock: decides what may be forgotten.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Keeps a new request.
  public func save(_ record: PushedRequestRecord) async throws {
    let now = clock.now()
    state.withLock { state in
      if state.sweep.isDue(state.records.count) {
        state.records = state.records.filter { now < $0.value.completableUntil }
        state.sweep.happened(remaining: state.records.count)
      }
      state.records[record.hash] = record
    }
  }

  /// What was pushed.
  public func find(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    state.withLock { $0.records[hash] }
  }

  /// Keeps a request for longer.
  public func extend(_ hash: SecretHash, until moment: Date) async throws {
    state.withLock { state in
      guard let record = state.records[hash], record.completableUntil < moment else { return }
      state.records[hash] = record.completable(until: moment)
    }
  }

  /// Ends a request under a lock.
  public func consume(_ hash: SecretHash) async throws -> Bool {
    state.withLock { $0.records.removeValue(forKey: hash) != nil }
  }

  /// How many requests are held.
  public var count: Int {
    state.withLock { $0.records.count }
  }
}
