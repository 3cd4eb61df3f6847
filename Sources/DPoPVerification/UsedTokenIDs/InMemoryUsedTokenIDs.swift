#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// Remembers used tokens in this process, for as long as it runs and they are good.
///
/// Tokens that end are forgotten with the next call, each once, so that a call costs the same however many are remembered. When
/// there is no room left, nothing is forgotten early: the call fails.
public final class InMemoryUsedTokenIDs: UsedTokenIDs {
  private struct State {
    var ends: [UsedTokenID: Date] = [:]
    /// The names by the span in which they end, and the spans in order.
    var spans: [Int64: [UsedTokenID]] = [:]
    var earliest: Int64 = .max
  }

  private let state = Mutex(State())
  private let limit: Int
  private let clock: WallClock

  /// How many seconds a span has: so much longer than needed may a name be remembered.
  private static let span: TimeInterval = 8

  /// Remembers nothing yet.
  ///
  /// - Parameters:
  ///   - limit: the most names that are remembered, about 150 octets each; 1 or more. With proofs that are remembered for 105 s, 1,000,000
  ///     are enough for 9,500 requests a second.
  ///   - clock: what time it is.
  public init(limit: Int = 1_000_000, clock: WallClock = .system) {
    self.limit = max(limit, 1)
    self.clock = clock
  }

  /// How many names are remembered.
  public var count: Int { state.withLock { $0.ends.count } }

  /// Remembers a token, if it isn't remembered yet.
  ///
  /// - Parameters:
  ///   - id: the token's name.
  ///   - until: when it may be forgotten.
  /// - Throws: ``UsedTokenIDsError/full(limit:)``.
  public func useOnce(_ id: UsedTokenID, until: Date) throws(UsedTokenIDsError) -> Bool {
    let now = clock.now()
    guard until > now else { return false }
    return try state.withLock { state throws(UsedTokenIDsError) in
      Self.forget(&state, at: now)
      if let end = state.ends[id] {
        guard end <= now else { return false }
        // It is remembered longer than it had to be, and is still in its old span.
        state.ends[id] = until
      } else {
        guard state.ends.count < limit else { throw .full(limit: limit) }
        state.ends[id] = until
      }
      let span = Self.number(until)
      state.spans[span, default: []].append(id)
      state.earliest = min(state.earliest, span)
      return true
    }
  }

  private static func forget(_ state: inout State, at now: Date) {
    let present = number(now)
    guard state.earliest < present else { return }
    for span in state.spans.keys where span < present {
      for id in state.spans.removeValue(forKey: span) ?? [] {
        // A name that came again since is remembered for its new span.
        if let end = state.ends[id], end <= now { state.ends[id] = nil }
      }
    }
    state.earliest = state.spans.keys.min() ?? .max
  }

  private static func number(_ moment: Date) -> Int64 {
    Int64(min(max(moment.timeIntervalSince1970, 0), 253_402_300_799) / span)
  }
}
