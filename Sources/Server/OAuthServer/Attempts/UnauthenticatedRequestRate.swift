internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// Limits how many requests of unauthenticated clients are stored per minute and address. Any
/// program can send such requests, and each is stored for its lifetime.
///
/// Each process has its own counters and its share of the limit. The counters are lost when the process
/// ends. They limit only how much is stored.
final class UnauthenticatedRequestRate: Sendable {
  /// The maximum number of addresses per minute. Beyond it, counting starts again.
  static let capacity = 100_000

  private let state = Mutex((minute: Date.distantPast, counts: [ArraySlice<UInt8>: Int]()))

  /// Returns whether one more request may be stored, and counts the request if so.
  /// - Parameters:
  ///   - address: The address that the request came from. Requests without an address, from callers
  ///     in the same process, aren't limited.
  ///   - now: The server's time.
  ///   - limit: The maximum number of requests per minute.
  func admits(_ address: ClientAddress?, at now: Date, perMinute limit: Int) -> Bool {
    guard let network = address?.network(.site) else { return true }
    return admits(network, at: now, perMinute: limit)
  }

  /// Returns whether the server may send one more request to a host, and counts the request if so.
  /// - Parameters:
  ///   - host: The host that strangers make the server send requests to.
  ///   - now: The server's time.
  ///   - limit: The maximum number of requests per minute.
  func admits(requestTo host: String, at now: Date, perMinute limit: Int) -> Bool {
    admits(Array(host.utf8)[...], at: now, perMinute: limit)
  }

  private func admits(_ key: ArraySlice<UInt8>, at now: Date, perMinute limit: Int) -> Bool {
    state.withLock { state in
      // A clock that was set back starts a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) || state.counts.count >= Self.capacity {
        state = (now, [:])
      }
      let count = state.counts[key, default: 0]
      guard count < limit else { return false }
      state.counts[key] = count + 1
      return true
    }
  }
}
