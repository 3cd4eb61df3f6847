public import OAuthCore

/// The rules for accepting and caching introspection responses (RFC 7662 §2.2, §4).
public struct IntrospectionPolicy: Sendable, Hashable {
  /// The resource server's identifiers. A response with an `aud` must contain one of them. A
  /// response without `aud` is accepted, because this resource requested it.
  public var audience: Set<String>
  /// The issuer that a response with an `iss` must name; `nil` accepts any.
  public var issuer: Issuer?
  /// The longest time for which a positive response is cached, and never beyond the token's `exp`.
  /// A revoked token stays usable for this time (RFC 7662 §4). From zero, which introspects for
  /// each request, to one hour; values outside are clamped.
  public var keptFor: Duration {
    didSet { keptFor = Self.bounded(keptFor) }
  }
  /// The maximum number of cached responses. The oldest are removed first. Values below 1 count as
  /// 1.
  public var limit: Int {
    didSet { limit = max(limit, 1) }
  }
  /// The tolerated difference between this machine's clock and the server's.
  public var clockTolerance: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - audience: The resource server's identifiers.
  ///   - issuer: The authorization server; `nil` accepts any issuer that the introspection endpoint
  ///     names. Default: `nil`.
  ///   - keptFor: The caching time, from zero to one hour; values outside are clamped. Default: 30
  ///     seconds.
  ///   - limit: The maximum number of cached responses. Default: 10,000.
  public init(
    audience: Set<String>, issuer: Issuer? = nil, keptFor: Duration = .seconds(30), limit: Int = 10_000
  ) {
    self.audience = audience
    self.issuer = issuer
    self.keptFor = Self.bounded(keptFor)
    self.limit = max(limit, 1)
    clockTolerance = .seconds(5)
  }

  private static func bounded(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(3_600)) }
}
