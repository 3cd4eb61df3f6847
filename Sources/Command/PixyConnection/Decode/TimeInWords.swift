internal import FoundationBasics
internal import OAuthCore

/// The format of times for human readers.
enum TimeInWords {
  /// Returns the time in UTC and its distance from now, such as `2026-11-22T08:00:00Z, in 12 minutes`.
  static func text(_ moment: Date, now: Date) -> String {
    let seconds = moment.timeIntervalSince(now).rounded()
    let distance = Duration.seconds(abs(seconds)).inWords
    let relation = seconds == 0 ? "now" : seconds > 0 ? "in \(distance)" : "\(distance) ago"
    return "\(moment.formatted(Date.ISO8601FormatStyle())), \(relation)"
  }
}
