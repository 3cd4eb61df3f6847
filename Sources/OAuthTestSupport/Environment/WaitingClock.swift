internal import Synchronization

/// A clock on which sleeping takes no time and moves the test's clock on, so that a client that waits and the server see
/// the same time. While the client sleeps, the test may let a person act.
public final class WaitingClock: Clock {
  /// A moment on it.
  public struct Instant: InstantProtocol {
    /// How much time has passed since the clock was made.
    public let offset: Duration

    /// Later by so much.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later another moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether a moment comes before another one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let clock: ManualClock
  private let passed = Mutex(Duration.zero)
  private let during: @Sendable (Duration) async throws -> Void

  /// A clock whose sleeping moves another one on.
  /// - Parameters:
  ///   - clock: the test's.
  ///   - during: called in each sleep with the time at which it ends.
  public init(_ clock: ManualClock, during: @escaping @Sendable (Duration) async throws -> Void = { _ in }) {
    self.clock = clock
    self.during = during
  }

  /// How much has been slept.
  public var now: Instant { Instant(offset: passed.withLock { $0 }) }
  /// None.
  public var minimumResolution: Duration { .zero }

  /// Moves the test's clock on, lets the test act, and returns.
  ///
  /// - Parameters:
  ///   - deadline: how much has been slept then; one that has passed moves nothing.
  ///   - tolerance: nothing depends on it.
  /// - Throws: `CancellationError` if the task was cancelled before; what the test's closure throws.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let pause = passed.withLock { passed in
      let pause = max(deadline.offset - passed, .zero)
      passed += pause
      return pause
    }
    clock.advance(by: pause)
    try await during(deadline.offset)
  }
}
