import Foundation
import PixyTerminal
import Testing

/// The times in messages.
@Suite(.timeLimit(.minutes(60))) struct DateWordsTests {
  // Fri, 15 Jan 2027 08:00:00 GMT.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let hour: TimeInterval = 3_600

  @Test(arguments: [
    (0, 0, "now"), (45, 0, "in 45 seconds"), (-1, 0, "1 second ago"), (90, 0, "in 1 minute 30 seconds"),
    (725, 0, "in 12 minutes"), (-5_000, 0, "1 hour 23 minutes ago"),
    (3 * hour, 0, "today at 11:00"), (-3 * hour, 0, "today at 05:00"), (3 * hour, 5.5 * hour, "today at 16:30"),
    (16 * hour, 0, "tomorrow at 00:00"), (30 * hour, 0, "tomorrow at 14:00"), (-9 * hour, 0, "yesterday at 23:00"),
    // In New York it is still the day before.
    (20 * hour, -5 * hour, "today at 23:00"), (72 * hour, 0, "in 3 days"), (40.2 * hour, 0, "in 2 days"),
    (-72 * hour, 0, "3 days ago"),
    (19 * 24 * hour, 0, "on 3 February 2027"), (-400 * 24 * hour, 0, "on 11 December 2025"),
  ])
  func `A time is said as people say it`(_ distance: TimeInterval, _ offset: TimeInterval, _ words: String) {
    #expect(Self.now.addingTimeInterval(distance).inWords(now: Self.now) { _ in offset } == words)
  }

  @Test func `Local time follows the zone of the machine`() {
    let expected = TimeInterval(TimeZone.current.secondsFromGMT(for: Self.now))
    #expect(Date.localOffset(at: Self.now) == expected)
  }
}
