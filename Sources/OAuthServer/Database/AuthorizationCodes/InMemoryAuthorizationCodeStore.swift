#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A store of authorization codes in this process's memory.
///
/// Unspent codes are deleted when they expire, spent ones when
/// ``AuthorizationCodeRecord/rememberedUntil`` has passed. The memory holds at most about twice the
/// codes that are still needed.
public final class InMemoryAuthorizationCodeStore: AuthorizationCodeStore {
  private struct Entry {
    let record: AuthorizationCodeRecord
    var isSpent = false

    func isNeeded(at now: Date) -> Bool {
      now < (isSpent ? record.rememberedUntil : record.expires)
    }
  }

  private struct State {
    var entries: [SecretHash: Entry] = [:]
    var sweep = SweepSchedule()
  }

  private let clock: WallClock
  private let state = Mutex(State())

  /// Creates an empty store.
  /// - Parameter clock: The clock that decides which codes have expired. Default: the system's.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Saves a new code.
  public func save(_ record: AuthorizationCodeRecord) async throws {
    let now = clock.now()
    state.withLock { state in
      if state.sweep.isDue(state.entries.count) {
        state.entries = state.entries.filter { $0.value.isNeeded(at: now) }
        state.sweep.happened(remaining: state.entries.count)
      }
      state.entries[record.hash] = Entry(record: record)
    }
  }

  /// Returns the record of a code.
  public func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    state.withLock { $0.entries[hash]?.record }
  }

  /// Marks a code as spent, atomically.
  public func spend(_ hash: SecretHash) async throws -> Bool {
    state.withLock { state in
      guard state.entries[hash]?.isSpent == false else { return false }
      state.entries[hash]?.isSpent = true
      return true
    }
  }

  /// The number of stored codes, including spent ones.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
