internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// Limits how many requests of unauthenticated clients are stored per minute and address. Any
/// program can send such requests, and each is stored for its lifetime.
///
/// Of IPv6, 56 bits count as an address, and 48 bits, which one customer may have, as two addresses.
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
    number(address, at: now, perMinute: limit) != nil
  }

  /// Counts one more request, and returns its number among those of its network in this minute, from
  /// 1; `nil` if it may not be stored.
  func number(_ address: ClientAddress?, at now: Date, perMinute limit: Int) -> Int? {
    guard let address else { return 1 }
    let (site, customer) = (address.network(.site), address.network(.customer))
    return number(site == customer ? [(site, limit)] : [(site, limit), (customer, 2 * limit)], at: now)
  }

  /// Returns the part of a limit for all networks that may be used up before a network's request is
  /// rejected. A network with many requests may use half, and the last quarter is for networks with at
  /// most two. So no few networks can shut out all others.
  static func share(of limit: Int, for number: Int) -> Int {
    switch number {
    case ...2: limit
    case ...10: (limit * 3 + 3) / 4
    default: (limit + 1) / 2
    }
  }

  /// Returns whether the server may send one more request to a host, and counts the request if so.
  /// - Parameters:
  ///   - host: The host that strangers make the server send requests to.
  ///   - now: The server's time.
  ///   - limit: The maximum number of requests per minute.
  func admits(requestTo host: String, at now: Date, perMinute limit: Int) -> Bool {
    // The names of hosts begin with a byte of their own, so that none is an address.
    number([(([0] + host.utf8)[...], limit)], at: now) != nil
  }

  private func number(_ keys: [(key: ArraySlice<UInt8>, limit: Int)], at now: Date) -> Int? {
    state.withLock { state in
      // A clock that was set back starts a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) || state.counts.count >= Self.capacity {
        state = (now, [:])
      }
      guard keys.allSatisfy({ state.counts[$0.key, default: 0] < $0.limit }) else { return nil }
      for (key, _) in keys { state.counts[key, default: 0] += 1 }
      return keys.last.flatMap { state.counts[$0.key] }
    }
  }
}
