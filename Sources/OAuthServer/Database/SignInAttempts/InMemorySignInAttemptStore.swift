#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// The counts of wrong passwords in this process's memory.
///
/// Expired counts are deleted from time to time. The memory holds at most about twice the counts
/// that are still needed.
public final class InMemorySignInAttemptStore: SignInAttemptStore {
  private struct Entry {
    var count: Int
    var holdsUntil: Date
  }

  private struct State {
    var entries: [SignInAttemptKey: Entry] = [:]
    var sweep = SweepSchedule()
  }

  private let state = Mutex(State())

  /// Creates a store without counts.
  public init() {}

  /// Checks and increases the counts, atomically.
  public func admit(_ counts: [SignInCount], at moment: Date) async throws -> SignInAdmission {
    state.withLock { state in
      let full = counts.compactMap { count in
        state.entries[count.key].flatMap {
          $0.count >= count.limit.count && moment < $0.holdsUntil ? $0.holdsUntil : nil
        }
      }
      if let latest = full.max() { return .lockedOut(until: latest) }
      if state.sweep.isDue(state.entries.count) {
        state.entries = state.entries.filter { moment < $0.value.holdsUntil }
        state.sweep.happened(remaining: state.entries.count)
      }
      for count in counts {
        let end = moment + count.limit.window
        var entry = state.entries[count.key] ?? Entry(count: 0, holdsUntil: end)
        if moment >= entry.holdsUntil { entry = Entry(count: 0, holdsUntil: end) }
        entry.count += 1
        if entry.count >= count.limit.count { entry.holdsUntil = end }
        state.entries[count.key] = entry
      }
      return .admitted
    }
  }

  /// Takes counts back, atomically.
  public func succeed(_ counts: [SignInCount]) async throws {
    state.withLock { state in
      for count in counts {
        if count.isResetBySuccess {
          state.entries[count.key] = nil
        } else if let entry = state.entries[count.key], entry.count > 0 {
          state.entries[count.key]?.count -= 1
        }
      }
    }
  }

  /// The number of keys with a count.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
