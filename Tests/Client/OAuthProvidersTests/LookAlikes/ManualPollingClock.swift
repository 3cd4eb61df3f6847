import OAuthCore
import OAuthTestSupport

/// A clock whose pauses take no time, and advance the look-alike's manual clock.
struct ManualPollingClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let clock: ManualClock

  var now: Instant { Instant(offset: clock.monotonicClock.now()) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    clock.advance(by: now.duration(to: deadline))
  }
}
