internal import CLibrary
package import FoundationBasics
internal import OAuthCore

extension Date {
  /// The moment as people say it, in the machine's time zone: `in 12 minutes`, `today at 14:10`, `tomorrow at 14:10`,
  /// `3 days ago`, `on 3 February 2027`. Output for programs has the exact time instead.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - offset: Returns the seconds of local time ahead of UTC at a moment. Default: those of the machine.
  package func inWords(now: Date, offset: (Date) -> TimeInterval = Self.localOffset) -> String {
    let seconds = timeIntervalSince(now).rounded()
    func relation(_ length: String) -> String { seconds > 0 ? "in \(length)" : "\(length) ago" }
    guard seconds != 0 else { return "now" }
    if abs(seconds) < 5_400 {
      let whole = Int64(abs(seconds))
      return relation(Duration.seconds(whole < 120 ? whole : whole / 60 * 60).inWords)
    }
    func localDay(_ date: Date) -> Int { Int(((date.timeIntervalSince1970 + offset(date)) / 86_400).rounded(.down)) }
    let days = localDay(self) - localDay(now)
    if abs(days) > 1, abs(days) < 14 {
      return relation("\(max(2, Int((abs(seconds) / 86_400).rounded()))) days")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: addingTimeInterval(offset(self)))
    func twoDigits(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    let time = "\(twoDigits(parts.hour)):\(twoDigits(parts.minute))"
    switch days {
    case -1: return "yesterday at \(time)"
    case 0: return "today at \(time)"
    case 1: return "tomorrow at \(time)"
    default: return "on \(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Returns the seconds that the machine's local time is ahead of UTC. FoundationEssentials has no time zones.
  package static func localOffset(at date: Date) -> TimeInterval {
    guard var time = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var local = unsafe tm()
    guard unsafe localtime_r(&time, &local) != nil else { return 0 }
    return TimeInterval(unsafe timegm(&local) - time)
  }
}
