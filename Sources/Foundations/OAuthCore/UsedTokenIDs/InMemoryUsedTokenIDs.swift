public import FoundationBasics
internal import Synchronization

/// A store of used tokens in the memory of this process.
///
/// Each call discards expired entries, each entry once, so a call takes the same time however many
/// entries there are. When the store is full, no entry is discarded early: the call fails.
public final class InMemoryUsedTokenIDs: UsedTokenIDs {
  private struct State {
    var ends: [UsedTokenID: Date] = [:]
    /// The names by the span in which they expire.
    var spans: [Int64: [UsedTokenID]] = [:]
    var earliest: Int64 = .max
  }

  private let state = Mutex(State())
  private let limit: Int
  private let clock: WallClock

  /// The length of a span in seconds: the longest time for which a name is stored after its expiry.
  private static let span: TimeInterval = 8

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - limit: The largest number of stored names, 1 or more. Each takes about 150 bytes. With
  ///     proofs that are stored for 105 s, 1,000,000 are enough for 9,500 requests a second.
  ///   - clock: The wall clock. Default: the system's.
  public init(limit: Int = 1_000_000, clock: WallClock = .system) {
    self.limit = max(limit, 1)
    self.clock = clock
  }

  /// The number of stored names.
  public var count: Int { state.withLock { $0.ends.count } }

  /// Stores a token's name if it isn't stored yet.
  ///
  /// - Parameters:
  ///   - id: The token's name.
  ///   - until: The moment from which the name may be discarded.
  /// - Throws: ``UsedTokenIDsError/full(limit:)`` if there is no room left.
  public func useOnce(_ id: UsedTokenID, until: Date) throws(UsedTokenIDsError) -> Bool {
    let now = clock.now()
    guard until > now else { return false }
    return try state.withLock { state throws(UsedTokenIDsError) in
      Self.forget(&state, at: now)
      if let end = state.ends[id] {
        guard end <= now else { return false }
        // The name expired but wasn't discarded yet, and it is still in its old span.
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
        // A name that was stored again belongs to its new span.
        if let end = state.ends[id], end <= now { state.ends[id] = nil }
      }
    }
    state.earliest = state.spans.keys.min() ?? .max
  }

  private static func number(_ moment: Date) -> Int64 {
    Int64(min(max(moment.timeIntervalSince1970, 0), 253_402_300_799) / span)
  }
}
