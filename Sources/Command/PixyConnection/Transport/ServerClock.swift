package import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// The difference between this machine's clock and a server's, from the `Date` field of an answer
/// (RFC 9110 §6.6.1). With a wrong clock, signatures look expired or not yet valid, and no error
/// names the cause.
package struct ServerClock: Sendable {
  /// The lead of this machine's clock over the server's, in seconds. Negative if it is behind.
  let skew: TimeInterval
  /// The measuring error in seconds, from the transit time and the field's whole seconds.
  let uncertainty: TimeInterval

  /// The difference in seconds up to which clocks count as equal. Most checks tolerate that much.
  static let bearable: TimeInterval = 30

  /// - Parameters:
  ///   - field: The answer's `Date` field.
  ///   - sent: The time at which the request was sent, by this machine's clock.
  ///   - received: The time at which the answer arrived, by this machine's clock.
  /// - Returns: `nil` if there is no date or it can't be parsed.
  package init?(date field: String?, sent: Date, received: Date) {
    guard let field, let date = HTTPDate.date(field) else { return nil }
    // The field has whole seconds, so the server's clock was on average half a second ahead of it.
    let middle = sent.addingTimeInterval(received.timeIntervalSince(sent) / 2)
    skew = middle.timeIntervalSince(date.addingTimeInterval(0.5))
    uncertainty = received.timeIntervalSince(sent) / 2 + 0.5
  }

  /// Whether the difference is large enough to cause errors.
  package var isWrong: Bool { abs(skew) - uncertainty > Self.bearable }

  /// The difference in words.
  package var text: String {
    let seconds = Int64(abs(skew).rounded())
    if seconds <= Int64(uncertainty.rounded(.up)) { return "the clocks agree" }
    return
      "this machine's clock is \(Duration.seconds(seconds).inWords) \(skew > 0 ? "ahead of" : "behind") the server's"
  }
}
