import OAuthTestSupport
import Synchronization

/// A clock on which sleeping takes no time and moves the test's clock on, so that a client that waits and the server see
/// the same time. While the client sleeps, the test may let a person act.
final class WaitingClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let clock: ManualClock
  private let passed = Mutex(Duration.zero)
  private let during: @Sendable (Duration) async throws -> Void

  /// - Parameter during: called in each sleep with the time at which it ends.
  init(_ clock: ManualClock, during: @escaping @Sendable (Duration) async throws -> Void = { _ in }) {
    self.clock = clock
    self.during = during
  }

  var now: Instant { Instant(offset: passed.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let pause = passed.withLock { passed in
      defer { passed = deadline.offset }
      return deadline.offset - passed
    }
    clock.advance(by: pause)
    try await during(deadline.offset)
  }
}
