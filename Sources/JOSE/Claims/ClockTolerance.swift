/// By how much this machine's clock and a token's issuer's may differ (RFC 7519 §4.1.4: "usually no more than a few
/// minutes").
public struct ClockTolerance: Sendable, Hashable {
  /// The tolerance, between 0 s and 10 min.
  public let duration: Duration

  /// A tolerance of 30 s, which machines that set their clocks over the network never need.
  public static let standard = ClockTolerance(.seconds(30))

  /// A tolerance of one's own.
  ///
  /// - Parameter duration: from 0 s to 10 min; what is outside counts as the nearer of the two. The longer it is, the longer a
  ///   stolen token that has ended works.
  public init(_ duration: Duration) {
    self.duration = min(max(duration, .zero), .seconds(600))
  }

  /// The tolerance as seconds.
  package var seconds: Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
