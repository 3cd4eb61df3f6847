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
}
