#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Date {
  /// A moment so much later.
  static func + (moment: Date, duration: Duration) -> Date {
    moment.addingTimeInterval(duration / .seconds(1))
  }

  /// The same moment without fractions of a second: whatever keeps it tells it again exactly.
  var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}
