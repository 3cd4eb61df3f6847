internal import FoundationBasics
internal import JOSE
internal import OAuthCore

/// The rules that client assertions and assertion grants share (RFC 7523 §3).
enum AssertionRules {
  /// The maximum time from now to an assertion's `exp`, in seconds. Its `jti` has to be remembered
  /// for this time, and for the clock tolerance.
  ///
  /// Authlib and x/oauth2 create all assertions for an hour, by a clock that may be ahead of this
  /// one.
  static let maximumAssertionLifetime: TimeInterval = 3_600
  /// The maximum length of a `jti`, in bytes.
  static let maximumTokenIDBytes = 256

  /// Checks `exp`, which is required and must be near, `nbf` and `iat`.
  /// - Returns: The time after which the assertion is certainly expired. Its `jti` is remembered
  ///   until then.
  static func checkTimes(_ claims: JWTClaims, now: Date) throws(JWTClaimsError) -> Date {
    let ends = try claims.requiredTime("exp")
    try claims.checkTimes(now: now, tolerance: .standard)
    guard ends.timeIntervalSince(now) <= maximumAssertionLifetime + ClockTolerance.standard.seconds else {
      throw .malformed("exp")
    }
    return ends + ClockTolerance.standard.duration + .seconds(1)
  }

  static func description(_ error: JOSEError) -> String {
    switch error {
    case .algorithmNotAllowed: "the algorithm of the assertion is not accepted"
    case .noMatchingKey: "the assertion is signed with a key that is not registered"
    case .invalidSignature: "the signature of the assertion is wrong"
    default: "the assertion is not a well-formed signed JWT"
    }
  }

  static func description(_ error: JWTClaimsError) -> String {
    switch error {
    case .missing(let claim): "the assertion has no \(claim)"
    case .malformed(let claim): "the \(claim) of the assertion cannot be used"
    case .wrongIssuer: "the iss of the assertion is wrong"
    case .wrongAudience: "the aud of the assertion must be this server and nothing else"
    case .expired(let seconds): "the assertion expired \(Duration.seconds(seconds).inWords) ago"
    case .notYetValid(let seconds), .issuedInFuture(let seconds):
      "the assertion becomes valid in \(Duration.seconds(seconds).inWords)"
    }
  }
}
