import OAuthTestSupport

/// A clock on which every sleep lasts until the test ends it.
struct HourglassClock: Clock {
  let gate = Gate()

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await gate.pass()
  }
}
