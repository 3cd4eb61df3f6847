internal import FoundationBasics
internal import Synchronization

/// The value of the `Date` field (RFC 9110 §6.6.1).
///
/// It is formatted once a second, because a calendar computation takes longer than many requests.
enum DateField {
  private static let latest = Mutex<(second: Int, text: String)>((-1, ""))

  /// The value for the current time.
  static var now: String {
    let date = Date()
    let second = Int(date.timeIntervalSince1970)
    return latest.withLock { latest in
      if latest.second != second { latest = (second, text(date)) }
      return latest.text
    }
  }

  /// Formats a date as `Fri, 15 Jan 2027 08:00:00 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
  static func text(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
    let weekday = days[(parts.weekday ?? 1) - 1]
    let month = months[(parts.month ?? 1) - 1]
    let time = [parts.hour, parts.minute, parts.second].map { padded($0 ?? 0, 2) }.joined(separator: ":")
    return "\(weekday), \(padded(parts.day ?? 1, 2)) \(month) \(padded(parts.year ?? 1_970, 4)) \(time) GMT"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
