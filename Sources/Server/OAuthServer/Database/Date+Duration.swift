internal import FoundationBasics

extension Date {
  /// Returns the moment that is later by a duration.
  static func + (moment: Date, duration: Duration) -> Date {
    moment.addingTimeInterval(duration / .seconds(1))
  }

  /// The same moment without fractions of a second, which every database keeps exactly.
  var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}
