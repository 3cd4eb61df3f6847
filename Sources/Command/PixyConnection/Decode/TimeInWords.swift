internal import FoundationBasics

/// The format of times for human readers.
enum TimeInWords {
  /// Returns the time in UTC and its distance from now, such as `2026-11-22T08:00:00Z, in 12 min`.
  static func text(_ moment: Date, now: Date) -> String {
    let seconds = moment.timeIntervalSince(now).rounded()
    let distance = length(abs(seconds))
    let relation = seconds == 0 ? "now" : seconds > 0 ? "in \(distance)" : "\(distance) ago"
    return "\(moment.formatted(Date.ISO8601FormatStyle())), \(relation)"
  }

  private static func length(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(Int(seconds)) s"
    case ..<7_200: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3_600)) h"
    default: "\(Int(seconds / 86_400)) days"
    }
  }
}
