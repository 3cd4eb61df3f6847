public import FoundationBasics
public import OAuthCore
internal import Synchronization

/// A wall clock and a monotonic clock that stand still until a test moves them.
///
/// After ``run(with:)`` time passes by itself too, for tests with a client in another process.
public final class ManualClock: Sendable {
  private struct State: Sendable {
    var moment: Date
    var elapsedTime = Duration.zero
    /// The clock that lets time pass by itself, and its reading when `moment` and `passed` were
    /// last updated.
    var running: (machine: MonotonicClock, since: Duration)?

    /// Adds the time that has passed by itself to `moment` and `passed`.
    mutating func settle() {
      guard let (machine, since) = running else { return }
      let now = machine.now()
      elapsedTime += now - since
      moment = moment.addingTimeInterval((now - since).inSeconds)
      running = (machine, now)
    }
  }

  private let state: Mutex<State>

  /// Creates a clock that shows a moment.
  ///
  /// - Parameter moment: The wall clock's time. Default: 2027-01-15, 08:00 UTC.
  public init(_ moment: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    state = Mutex(State(moment: moment))
  }

  /// The wall clock for a client or server under test.
  public var wallClock: WallClock {
    WallClock { self.now }
  }

  /// The wall clock's time.
  public var now: Date { settledState.moment }

  /// The monotonic clock, which shows the time since this clock was created, without jumps.
  public var monotonicClock: MonotonicClock {
    MonotonicClock { self.settledState.elapsedTime }
  }

  private var settledState: State {
    state.withLock { state in
      state.settle()
      return state
    }
  }

  /// Moves both clocks forward.
  ///
  /// - Parameter duration: The time that passes, 0 or more.
  public func advance(by duration: Duration) {
    state.withLock { state in
      state.elapsedTime += duration
      state.moment = state.moment.addingTimeInterval(duration.inSeconds)
    }
  }

  /// Sets the wall clock without letting time pass on the monotonic clock.
  ///
  /// - Parameter duration: The change of the wall clock. A negative one sets it back.
  public func jump(by duration: Duration) {
    state.withLock { $0.moment = $0.moment.addingTimeInterval(duration.inSeconds) }
  }

  /// Lets time pass by itself from now on, as on another clock.
  ///
  /// ``advance(by:)`` and ``jump(by:)`` still move it.
  /// - Parameter machine: The other clock. Default: the system's.
  public func run(with machine: MonotonicClock = .system) {
    state.withLock { state in
      state.settle()
      state.running = (machine, machine.now())
    }
  }
}
