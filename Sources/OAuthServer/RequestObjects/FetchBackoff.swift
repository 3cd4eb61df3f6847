#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import Synchronization

/// Which request objects aren't fetched now, so that nobody can have the server send requests at will (keys have pauses of their own,
/// in ``ClientKeySources``): an address at which there was none is left alone for a while, and only so many are being fetched at a time.
///
/// Any client may register any address, so that what one client does with an address mustn't keep the address's own client from it:
/// an answer that is no request of a client's is a pause of that client alone, and each client has a small share of what is fetched
/// at a time. An address that doesn't answer is left alone by all.
///
/// It is this process's alone and is lost with it: nothing depends on it but how much is sent.
final class FetchBackoff: Sendable {
  /// How many pauses are remembered.
  static let capacity = 1_000

  /// How many are fetched at a time, from one address, and for one client.
  static let most = (together: 64, fromOne: 16, forOne: 4)

  private struct Pause: Hashable {
    let address: String
    /// Nil for all clients.
    let client: String?
  }

  private struct State {
    var failures: [Pause: Date] = [:]
    var byAddress: [String: Int] = [:]
    var byClient: [String: Int] = [:]
    var all = 0
  }

  private let state = Mutex(State())

  /// Whether an address failed a moment ago, for all or for this client.
  func covers(_ address: Endpoint, for client: String, at now: Date) -> Bool {
    state.withLock { state in
      [nil, client].contains { client in
        state.failures[Pause(address: address.text, client: client)].map { Self.lasts($0, at: now) } ?? false
      }
    }
  }

  /// Leaves an address alone that failed.
  /// - Parameters:
  ///   - address: what isn't fetched.
  ///   - client: who doesn't get it fetched; nil for everybody.
  ///   - now: when it failed.
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

  /// Fetches, unless as many are being fetched as may be.
  /// - Returns: nil, having fetched nothing, if so.
  func fetching<Fetched>(
    _ address: Endpoint, for client: String, _ fetch: () async throws -> Fetched
  ) async rethrows -> Fetched? {
    let isAdmitted = state.withLock { state in
      guard state.all < Self.most.together, state.byAddress[address.text, default: 0] < Self.most.fromOne,
        state.byClient[client, default: 0] < Self.most.forOne
      else { return false }
      state.all += 1
      state.byAddress[address.text, default: 0] += 1
      state.byClient[client, default: 0] += 1
      return true
    }
    guard isAdmitted else { return nil }
    defer {
      state.withLock { state in
        state.all -= 1
        Self.takeOne(address.text, from: &state.byAddress)
        Self.takeOne(client, from: &state.byClient)
      }
    }
    return try await fetch()
  }

  private static func takeOne(_ key: String, from counts: inout [String: Int]) {
    let left = counts[key, default: 1] - 1
    counts[key] = left == 0 ? nil : left
  }

  private static func lasts(_ failure: Date, at now: Date) -> Bool {
    (0..<ClientKeySources.pause).contains(now.timeIntervalSince(failure))
  }
}
