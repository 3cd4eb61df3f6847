#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// How many requests are kept in a minute that come from one address, and that nobody answers for: anybody may send them, and each stays
/// for its lifetime.
///
/// It is this process's alone and is lost with it: nothing depends on it but how much is kept.
final class UnprovenRequestRate: Sendable {
  /// More addresses than this many in a minute are counted anew.
  static let capacity = 100_000

  private let state = Mutex((minute: Date.distantPast, counts: [ArraySlice<UInt8>: Int]()))

  /// Whether one more request may be kept, which is counted then.
  /// - Parameters:
  ///   - address: where it came from; nil counts nowhere, which is who calls the server in process.
  ///   - now: the server's time.
  ///   - limit: how many may be in a minute.
  func admits(_ address: ClientAddress?, at now: Date, perMinute limit: Int) -> Bool {
    guard let network = address?.network(.site) else { return true }
    return state.withLock { state in
      // A clock that was set back begins a new minute too.
      if !(0..<60).contains(now.timeIntervalSince(state.minute)) || state.counts.count >= Self.capacity {
        state = (now, [:])
      }
      let count = state.counts[network, default: 0]
      guard count < limit else { return false }
      state.counts[network] = count + 1
      return true
    }
  }
}
