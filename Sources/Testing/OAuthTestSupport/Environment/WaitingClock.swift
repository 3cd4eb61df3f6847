internal import Synchronization

/// A clock on which sleeping takes no real time and moves a ``ManualClock`` forward.
///
/// A client that waits and the server then see the same time. During a sleep the test can let the
/// user act, for example between two polls of a device.
public final class WaitingClock: Clock {
  /// A moment on this clock.
  public struct Instant: InstantProtocol {
    /// The time that was slept since the clock was created.
    public let offset: Duration

    /// Returns the moment after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether a moment comes before another one.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let clock: ManualClock
  private let elapsedTime = Mutex(Duration.zero)
  private let during: @Sendable (Duration) async throws -> Void

  /// Creates a clock that moves a test's clock.
  /// - Parameters:
  ///   - clock: The test's clock.
  ///   - during: A closure that each sleep calls with the offset of its end. Default: nothing.
  public init(_ clock: ManualClock, during: @escaping @Sendable (Duration) async throws -> Void = { _ in }) {
    self.clock = clock
    self.during = during
  }

  /// The end of the last sleep.
  public var now: Instant { Instant(offset: elapsedTime.withLock { $0 }) }
  /// The smallest step of the clock, which has no lower bound.
  public var minimumResolution: Duration { .zero }

  /// Moves the test's clock forward, calls the test's closure, and returns.
  ///
  /// - Parameters:
  ///   - deadline: The end of the sleep. A deadline in the past moves nothing.
  ///   - tolerance: A value that has no effect.
  /// - Throws: `CancellationError` if the task is already cancelled, and the errors of the test's
  ///   closure.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let pause = elapsedTime.withLock { elapsedTime in
      let pause = max(deadline.offset - elapsedTime, .zero)
      elapsedTime += pause
      return pause
    }
    clock.advance(by: pause)
    try await during(deadline.offset)
  }
}
