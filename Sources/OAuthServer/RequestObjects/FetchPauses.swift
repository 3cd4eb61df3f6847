#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import Synchronization

/// What isn't fetched for clients so soon again, so that nobody can have the server send requests at will (keys have pauses of their own,
/// in ``ClientKeySources``): an address that failed is left alone for a while, and documents that registrations name are
/// fetched so often in a minute and not more, whatever becomes of the registrations.
///
/// It is this process's alone and is lost with it: nothing depends on it but how much is sent.
final class FetchPauses: Sendable {
  /// How many addresses are remembered.
  static let capacity = 1_000

  private struct State {
    var failures: [String: Date] = [:]
    var minute = Date.distantPast
    var count = 0
  }

  private let state = Mutex(State())

  /// Whether an address failed a moment ago.
  func covers(_ address: Endpoint, at now: Date) -> Bool {
    state.withLock { $0.failures[address.text].map { Self.lasts($0, at: now) } ?? false }
  }

  /// Leaves an address alone that failed.
  func begin(_ address: Endpoint, at now: Date) {
    state.withLock { state in
      if state.failures.count >= Self.capacity {
        state.failures = state.failures.filter { Self.lasts($0.value, at: now) }
      }
      if state.failures.count >= Self.capacity, let oldest = state.failures.min(by: { $0.value < $1.value })?.key {
        state.failures[oldest] = nil
      }
      state.failures[address.text] = now
    }
  }

  /// Whether one more document may be fetched, which is counted then.
  /// - Parameter limit: how many may be in a minute.
  func admitsDocument(at now: Date, perMinute limit: Int) -> Bool {
    state.withLock { state in
      // A clock that was set back begins a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) { (state.minute, state.count) = (now, 0) }
      guard state.count < limit else { return false }
      state.count += 1
      return true
    }
  }

  private static func lasts(_ failure: Date, at now: Date) -> Bool {
    (0..<ClientKeySources.pause).contains(now.timeIntervalSince(failure))
  }
}
