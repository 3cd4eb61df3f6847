internal import FoundationBasics

/// The HTTP date format (RFC 9110 §5.6.7), such as `Fri, 15 Jan 2027 08:00:00 GMT`. The two
/// obsolete formats, which senders must not generate, aren't supported.
enum HTTPDate {
  /// - Returns: `nil` if the text is not such a date.
  static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].count == 4, parts[0].last == ",", parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2])), let day = number(parts[1], 2), let year = number(parts[3], 4)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], 2), let minute = number(time[1], 2),
      let second = number(time[2], 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: components)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: Substring, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
