#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A wall clock that stands still until a test moves it.
public final class ManualClock: Sendable {
  private let moment: Mutex<Date>

  /// A clock that shows the given moment.
  public init(_ moment: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.moment = Mutex(moment)
  }

  /// What a client or server under test is given.
  public var wallClock: WallClock {
    WallClock { self.moment.withLock { $0 } }
  }

  /// The moment it shows.
  public var now: Date { moment.withLock { $0 } }

  /// Moves it forward, or back if the duration is negative.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let interval = TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    moment.withLock { $0 = $0.addingTimeInterval(interval) }
  }
}
