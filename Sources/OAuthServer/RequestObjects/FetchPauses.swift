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
/// It is this process's alone and is lost with it: nothing depends on it but how much is sent.
final class FetchPauses: Sendable {
  /// How many addresses are remembered.
  static let capacity = 1_000

  /// How many are fetched at a time, and from one address.
  static let most = (together: 64, ofOne: 4)

  private struct State {
    var failures: [String: Date] = [:]
    var underWay: [String: Int] = [:]
    var all = 0
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

  /// Fetches, unless as many are being fetched as may be.
  /// - Returns: nil, having fetched nothing, if so.
  func fetching<Fetched>(_ address: Endpoint, _ fetch: () async throws -> Fetched) async rethrows -> Fetched? {
    let isAdmitted = state.withLock { state in
      guard state.all < Self.most.together, state.underWay[address.text, default: 0] < Self.most.ofOne else {
        return false
      }
      state.all += 1
      state.underWay[address.text, default: 0] += 1
      return true
    }
    guard isAdmitted else { return nil }
    defer {
      state.withLock { state in
        state.all -= 1
        let left = state.underWay[address.text, default: 1] - 1
        state.underWay[address.text] = left == 0 ? nil : left
      }
    }
    return try await fetch()
  }

  private static func lasts(_ failure: Date, at now: Date) -> Bool {
    (0..<ClientKeySources.pause).contains(now.timeIntervalSince(failure))
  }
}
