#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A wall clock and a monotonic one that stand still until a test moves them.
public final class ManualClock: Sendable {
  private let moment: Mutex<Date>
  private let passed = Mutex<Duration>(.zero)

  /// A clock that shows the given moment.
  ///
  /// - Parameter moment: what the wall clock shows; by default 2027-01-15, 08:00 UTC.
  public init(_ moment: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.moment = Mutex(moment)
  }

  /// What a client or server under test is given.
  public var wallClock: WallClock {
    WallClock { self.moment.withLock { $0 } }
  }

  /// The moment it shows.
  public var now: Date { moment.withLock { $0 } }

  /// How much time has passed since it was made, jumps left out.
  public var monotonicClock: MonotonicClock {
    MonotonicClock { self.passed.withLock { $0 } }
  }

  /// Lets time pass, on both clocks.
  ///
  /// - Parameter duration: how much, 0 or more.
  public func advance(by duration: Duration) {
    passed.withLock { $0 += duration }
    jump(by: duration)
  }

  /// Sets the wall clock forward, or back if the duration is negative, while no time passes.
  ///
  /// - Parameter duration: how far.
  public func jump(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let interval = TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    moment.withLock { $0 = $0.addingTimeInterval(interval) }
  }
}
