#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import OAuthCore

/// How far this machine's clock is from a server's, as far as its answers tell (RFC 9110 §6.6.1): a clock that is wrong makes signatures
/// look expired or not yet valid, and nothing says why.
struct ServerClock: Sendable {
  /// How much later this machine's clock is than the server's, in seconds; negative if it is earlier.
  let skew: TimeInterval
  /// How much of that may be due to the way and to whole seconds.
  let uncertainty: TimeInterval

  /// Clocks that differ by less are no reason for anything: most checks allow that much.
  static let bearable: TimeInterval = 30

  /// - Parameters:
  ///   - field: the answer's `Date`.
  ///   - sent: when the request went, by this machine's clock.
  ///   - received: when the answer was there.
  /// - Returns: `nil` if there is no date, or none that can be read.
  init?(date field: String?, sent: Date, received: Date) {
    guard let field, let date = HTTPDate.date(field) else { return nil }
    // The field has whole seconds, so the server's clock was on average half a second further.
    let middle = sent.addingTimeInterval(received.timeIntervalSince(sent) / 2)
    skew = middle.timeIntervalSince(date.addingTimeInterval(0.5))
    uncertainty = received.timeIntervalSince(sent) / 2 + 0.5
  }

  /// Whether the clocks differ by so much that it matters.
  var isWrong: Bool { abs(skew) - uncertainty > Self.bearable }

  /// The difference in words.
  var text: String {
    let seconds = Int64(abs(skew).rounded())
    if seconds <= Int64(uncertainty.rounded(.up)) { return "the clocks agree" }
    return
      "this machine's clock is \(Duration.seconds(seconds).inWords) \(skew > 0 ? "ahead of" : "behind") the server's"
  }
}
