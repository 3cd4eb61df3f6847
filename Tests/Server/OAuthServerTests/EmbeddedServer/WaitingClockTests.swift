import Foundation
import OAuthTestSupport
import Testing

@Suite struct WaitingClockTests {
  @Test func `Sleeping advances the test's clock, and never moves it back`() async throws {
    let manual = ManualClock()
    let start = manual.now
    let clock = WaitingClock(manual)
    try await clock.sleep(until: clock.now.advanced(by: .seconds(5)), tolerance: nil)
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-3)), tolerance: nil)
    #expect(clock.now.offset == .seconds(5) && manual.now.timeIntervalSince(start) == 5)
  }
}
