#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A wall clock and a monotonic one that stand still until a test moves them.
///
/// After ``run(with:)`` time also passes by itself, for tests whose other half has a clock that nobody can stop.
public final class ManualClock: Sendable {
  private struct State: Sendable {
    var moment: Date
    var passed = Duration.zero
    /// What lets time pass by itself, and what it showed when `moment` and `passed` were right.
    var running: (machine: MonotonicClock, since: Duration)?

    /// Counts in what has passed by itself.
    mutating func settle() {
      guard let (machine, since) = running else { return }
      let now = machine.now()
      passed += now - since
      moment = moment.addingTimeInterval((now - since).inSeconds)
      running = (machine, now)
    }
  }

  private let state: Mutex<State>

  /// A clock that shows the given moment.
  ///
  /// - Parameter moment: what the wall clock shows; by default 2027-01-15, 08:00 UTC.
  public init(_ moment: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    state = Mutex(State(moment: moment))
  }

  /// What a client or server under test is given.
  public var wallClock: WallClock {
    WallClock { self.now }
  }

  /// The moment it shows.
  public var now: Date { settled.moment }

  /// How much time has passed since it was made, jumps left out.
  public var monotonicClock: MonotonicClock {
    MonotonicClock { self.settled.passed }
  }

  private var settled: State {
    state.withLock { state in
      state.settle()
      return state
    }
  }

  /// Lets time pass, on both clocks.
  ///
  /// - Parameter duration: how much, 0 or more.
  public func advance(by duration: Duration) {
    state.withLock { state in
      state.passed += duration
      state.moment = state.moment.addingTimeInterval(duration.inSeconds)
    }
  }

  /// Sets the wall clock forward, or back if the duration is negative, while no time passes.
  ///
  /// - Parameter duration: how far.
  public func jump(by duration: Duration) {
    state.withLock { $0.moment = $0.moment.addingTimeInterval(duration.inSeconds) }
  }

  /// Lets time pass by itself from now on, as on another clock; ``advance(by:)`` and ``jump(by:)`` move it besides.
  /// - Parameter machine: the other clock; this machine's unless said.
  public func run(with machine: MonotonicClock = .system) {
    state.withLock { state in
      state.settle()
      state.running = (machine, machine.now())
    }
  }
}

extension Duration {
  fileprivate var inSeconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
