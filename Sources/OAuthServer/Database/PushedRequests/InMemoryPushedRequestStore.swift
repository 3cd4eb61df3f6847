#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A store of pushed requests in this process's memory.
///
/// Requests are deleted when no sign-in can be completed with them. The memory holds at most about
/// twice the requests that are still needed.
public final class InMemoryPushedRequestStore: PushedRequestStore {
  private struct State {
    var records: [SecretHash: PushedRequestRecord] = [:]
    var sweep = SweepSchedule()
  }

  private let clock: WallClock
  private let state = Mutex(State())

  /// Creates an empty store.
  /// - Parameter clock: The clock that decides which requests have expired. Default: the system's.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Saves a new request.
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

  /// Returns the request with this hash.
  public func find(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    state.withLock { $0.records[hash] }
  }

  /// Extends the time in which a sign-in with the request can be completed.
  public func extend(_ hash: SecretHash, until moment: Date) async throws {
    state.withLock { state in
      guard let record = state.records[hash], record.completableUntil < moment else { return }
      state.records[hash] = record.completable(until: moment)
    }
  }

  /// Deletes a request, atomically.
  public func consume(_ hash: SecretHash) async throws -> Bool {
    state.withLock { $0.records.removeValue(forKey: hash) != nil }
  }

  /// The number of stored requests, including expired ones.
  public var count: Int {
    state.withLock { $0.records.count }
  }
}
