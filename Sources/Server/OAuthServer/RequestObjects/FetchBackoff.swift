internal import FoundationBasics
internal import OAuthCore
internal import Synchronization

/// Limits the fetching of request objects, so that clients can't make the server send requests at
/// will. (Key sets have pauses of their own, in ``ClientKeySources``.)
///
/// An address that returned no request object isn't fetched for a while, and the number of
/// concurrent fetches is limited.
///
/// A client may register the address of another client, and must not block it for the other. A
/// failure in a fetched object therefore pauses the address only for the client that named it, and
/// each client and each network has a small share of the concurrent fetches. An address that doesn't
/// answer is paused for all clients.
///
/// The state is this process's own and ends with it: it limits only traffic.
final class FetchBackoff: Sendable {
  /// The maximum number of pauses that are kept.
  static let capacity = 1_000

  /// The maximum numbers of concurrent fetches: in total, from one address, for one client, and for
  /// requests from one network.
  static let most = (together: 64, fromOne: 16, forOne: 4, network: 8)

  private struct Pause: Hashable {
    let address: String
    /// The client that the pause is for; `nil` for all clients.
    let client: String?
  }

  private struct State {
    var failures: [Pause: Date] = [:]
    var byAddress: [String: Int] = [:]
    var byClient: [String: Int] = [:]
    var byNetwork: [ArraySlice<UInt8>: Int] = [:]
    var all = 0
  }

  private let state = Mutex(State())

  /// Returns whether an address failed a moment ago, for all clients or for this one.
  func covers(_ address: Endpoint, for client: String, at now: Date) -> Bool {
    state.withLock { state in
      [nil, client].contains { client in
        state.failures[Pause(address: address.text, client: client)].map { Self.lasts($0, at: now) } ?? false
      }
    }
  }

  /// Starts a pause after a failure.
  /// - Parameters:
  ///   - address: The address that isn't fetched.
  ///   - client: The client that the pause is for; `nil` for all clients.
  ///   - now: The time of the failure.
  func begin(_ address: Endpoint, for client: String?, at now: Date) {
    state.withLock { state in
      if state.failures.count >= Self.capacity {
        state.failures = state.failures.filter { Self.lasts($0.value, at: now) }
      }
      if state.failures.count >= Self.capacity, let oldest = state.failures.min(by: { $0.value < $1.value })?.key {
        state.failures[oldest] = nil
      }
      state.failures[Pause(address: address.text, client: client)] = now
    }
  }

  /// Fetches, unless the maximum number of concurrent fetches is reached. A network with many
  /// fetches leaves a quarter to those with at most two, so no few networks can shut out all others.
  /// - Parameters:
  ///   - address: The address that is fetched.
  ///   - client: The client that named it.
  ///   - origin: The address that the request came from; `nil`, the default, without a limit.
  ///   - fetch: The fetch.
  /// - Returns: `nil`, with nothing fetched, if the maximum is reached.
  func fetching<Fetched>(
    _ address: Endpoint, for client: String, from origin: ClientAddress? = nil, _ fetch: () async throws -> Fetched
  ) async rethrows -> Fetched? {
    let network = origin?.network(.customer)
    let isAdmitted = state.withLock { state in
      let number = network.map { state.byNetwork[$0, default: 0] + 1 } ?? 1
      func share(_ limit: Int) -> Int { number <= 2 ? limit : limit * 3 / 4 }
      guard number <= Self.most.network, state.all < share(Self.most.together),
        state.byAddress[address.text, default: 0] < share(Self.most.fromOne),
        state.byClient[client, default: 0] < Self.most.forOne
      else { return false }
      if let network { state.byNetwork[network, default: 0] += 1 }
      state.all += 1
      state.byAddress[address.text, default: 0] += 1
      state.byClient[client, default: 0] += 1
      return true
    }
    guard isAdmitted else { return nil }
    defer {
      state.withLock { state in
        state.all -= 1
        Self.decrement(address.text, from: &state.byAddress)
        Self.decrement(client, from: &state.byClient)
        if let network { Self.decrement(network, from: &state.byNetwork) }
      }
    }
    return try await fetch()
  }

  private static func decrement<Key>(_ key: Key, from counts: inout [Key: Int]) {
    let remainder = counts[key, default: 1] - 1
    counts[key] = remainder == 0 ? nil : remainder
  }

  private static func lasts(_ failure: Date, at now: Date) -> Bool {
    (0..<ClientKeySources.pause).contains(now.timeIntervalSince(failure))
  }
}
