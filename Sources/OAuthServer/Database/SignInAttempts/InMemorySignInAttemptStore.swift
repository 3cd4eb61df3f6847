#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// Counts of wrong passwords in this process's memory. Those that hold no more are forgotten from time to time; memory never
/// holds more than about twice what is still needed.
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

  /// Starts with nothing counted.
  public init() {}

  /// Looks and counts under a lock.
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

  /// Takes back under a lock.
  public func succeed(_ counts: [SignInCount]) async throws {
    state.withLock { state in
      for count in counts {
        if count.isForgottenBySuccess {
          state.entries[count.key] = nil
        } else if let entry = state.entries[count.key], entry.count > 0 {
          state.entries[count.key]?.count -= 1
        }
      }
    }
  }

  /// How many keys are held.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
