#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// Authorization codes in this process's memory. Unspent ones are forgotten when they expire, spent ones when their
/// record says so; memory never holds more than about twice what is still needed.
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

  /// Starts empty.
  /// - Parameter clock: decides what may be forgotten.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Keeps a new code.
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

  /// What is known about a code.
  public func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    state.withLock { $0.entries[hash]?.record }
  }

  /// Marks a code as spent under a lock.
  public func spend(_ hash: SecretHash) async throws -> Bool {
    state.withLock { state in
      guard state.entries[hash]?.isSpent == false else { return false }
      state.entries[hash]?.isSpent = true
      return true
    }
  }

  /// How many codes are held, spent ones included.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
