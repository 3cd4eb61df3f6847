internal import FoundationBasics
internal import OAuthCore
internal import Synchronization

/// Counts wrong secrets or invalid request objects of clients per minute, by the client and the
/// address that they come from.
///
/// Each process has its own counters and its share of the limit. The counters are lost when the process
/// ends. Secrets and keys are
/// long, so the counters only make guessing visible and cheap to answer.
final class RejectionCounts: Sendable {
  /// The number of wrong secrets per minute that are compared. Further requests are refused without
  /// a comparison.
  static let limit = 30
  /// The maximum number of counters. Beyond it, counting starts again.
  static let capacity = 100_000

  private struct Key: Hashable {
    let network: ArraySlice<UInt8>
    let owner: String
  }

  private let state = Mutex((minute: Date.distantPast, counts: [Key: Int]()))

  /// Returns whether another secret may be compared.
  ///
  /// - Parameters:
  ///   - owner: The name of the secret's owner.
  ///   - address: The address that the request came from. Requests without one, from callers in the
  ///     same process, aren't limited.
  ///   - now: The server's time.
  ///   - limit: The maximum number of wrong secrets per minute.
  func admits(_ owner: String, from address: ClientAddress?, at now: Date, perMinute limit: Int) -> Bool {
    guard let network = address?.network(.site) else { return true }
    return state.withLock { state in
      Self.renew(&state, at: now)
      return state.counts[Key(network: network, owner: owner), default: 0] < limit
    }
  }

  /// Counts a wrong secret.
  func add(_ owner: String, from address: ClientAddress?, at now: Date) {
    guard let network = address?.network(.site) else { return }
    state.withLock { state in
      Self.renew(&state, at: now)
      state.counts[Key(network: network, owner: owner), default: 0] += 1
    }
  }

  private static func renew(_ state: inout (minute: Date, counts: [Key: Int]), at now: Date) {
    // A clock that was set back starts a new minute too.
    if !(0..<60).contains(now.timeIntervalSince(state.minute)) || state.counts.count >= capacity { state = (now, [:]) }
  }
}
