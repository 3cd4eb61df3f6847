public import OAuthCore

/// Which answers about a token are accepted, and for how long they are kept (RFC 7662 §2.2, §4).
public struct IntrospectionPolicy: Sendable, Hashable {
  /// The resource server's names for itself. An answer with an `aud` must have one of them; one without is taken to be about a
  /// token for this resource, since the server was asked by it.
  public var audience: Set<String>
  /// The issuer that an answer with an `iss` must name; nil takes any.
  public var issuer: Issuer?
  /// The longest time that a good answer is used without asking again, never beyond the token's `exp`. For so long a revoked token
  /// goes on working here (§4). From zero, which asks for each request, to an hour; what is outside counts as the nearer of the two.
  public var keptFor: Duration {
    didSet { keptFor = Self.bounded(keptFor) }
  }
  /// The most answers that are kept; the oldest go first. Less than 1 counts as 1.
  public var limit: Int {
    didSet { limit = max(limit, 1) }
  }
  /// By how much this machine's clock and the server's may differ.
  public var clockTolerance: Duration

  /// A policy.
  ///
  /// - Parameters:
  ///   - audience: the resource server's names for itself.
  ///   - issuer: the authorization server; nil takes any answer of the endpoint that is asked.
  ///   - keptFor: from zero to an hour; what is outside counts as the nearer of the two.
  ///   - limit: the most answers kept.
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
