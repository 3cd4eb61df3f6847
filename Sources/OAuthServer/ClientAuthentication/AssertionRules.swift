#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

/// The rules that client assertions and assertion grants share (RFC 7523 §3).
enum AssertionRules {
  /// How long before its `exp` an assertion may be made: for so long, and the tolerance twice, its `jti` has to be remembered.
  /// Authlib and x/oauth2 make all of theirs for an hour, by a clock that may be ahead of this one.
  static let longestAssertion: TimeInterval = 3_600
  /// The longest `jti`, in octets.
  static let maximumTokenIDOctets = 256

  /// Checks `exp`, which must be there and near, `nbf` and `iat`.
  /// - Returns: from when on the assertion is too old in any case.
  static func checkTimes(_ claims: JWTClaims, now: Date) throws(JWTClaimsError) -> Date {
    let ends = try claims.requiredTime("exp")
    try claims.checkTimes(now: now, tolerance: .standard)
    guard ends.timeIntervalSince(now) <= longestAssertion + ClockTolerance.standard.seconds else {
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
    case .wrongIssuer: "the iss of the assertion is somebody else"
    case .wrongAudience: "the aud of the assertion is not this server alone"
    case .expired(let seconds): "the assertion ended \(seconds) s ago"
    case .notYetValid(let seconds), .issuedInFuture(let seconds): "the assertion begins in \(seconds) s"
    }
  }
}
