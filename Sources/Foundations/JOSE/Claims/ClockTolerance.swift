internal import OAuthCore

/// The accepted difference between this machine's clock and a token issuer's clock (RFC 7519
/// §4.1.4: "usually no more than a few minutes").
public struct ClockTolerance: Sendable, Hashable {
  /// The accepted difference, from 0 s to 10 min.
  public let duration: Duration

  /// A tolerance of 30 s. Machines that synchronize their clocks over the network differ by less.
  public static let standard = ClockTolerance(.seconds(30))

  /// Creates a custom tolerance.
  ///
  /// - Parameter duration: The accepted difference, from 0 s to 10 min. Values outside this range
  ///   are set to the nearer limit. The longer the tolerance is, the longer a stolen token works
  ///   after its expiry.
  public init(_ duration: Duration) {
    self.duration = min(max(duration, .zero), .seconds(600))
  }

  /// The tolerance in seconds.
  package var seconds: Double { duration.inSeconds }
}
