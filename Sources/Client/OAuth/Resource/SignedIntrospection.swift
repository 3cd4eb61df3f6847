public import FoundationBasics
public import JOSE
public import OAuthCore

/// A signed introspection answer, `application/token-introspection+jwt` (RFC 9701).
///
/// It exists only after ``init(_:issuer:audience:signedBy:allowing:tolerance:now:)`` has verified
/// it.
public struct SignedIntrospection: Sendable, Hashable {
  /// The `iat` of the answer.
  public let issuedAt: Date
  /// Whether the token is active. If it isn't, ignore the other members.
  public let isActive: Bool
  /// The members of `token_introspection` (RFC 7662 §2.2).
  public let members: [String: JSONValue]
  /// The JWT as it came, to store as evidence.
  public let compact: Secret

  /// Verifies an answer.
  ///
  /// - Parameters:
  ///   - compact: The body of the answer.
  ///   - issuer: The authorization server that was asked.
  ///   - audience: The `client_id` of the resource server.
  ///   - keys: The authorization server's keys.
  ///   - algorithms: The registered `introspection_signed_response_alg`. Default: RS256.
  ///   - tolerance: The accepted difference between the two clocks. Default: 30 seconds.
  ///   - now: The current time.
  /// - Throws: ``JWTAccessTokenError`` if it isn't a signed introspection answer, is for another
  ///   resource server, or is signed by another issuer.
  public init(
    _ compact: Secret, issuer: Issuer, audience: String, signedBy keys: JSONWebKeySet,
    allowing algorithms: Set<SignatureAlgorithm> = [.rs256], tolerance: ClockTolerance = .standard, now: Date
  ) throws(JWTAccessTokenError) {
    do {
      let verifiedSignature = try JSONWebSignature(compact: compact.reveal())
        .verified(by: keys, allowing: algorithms, type: .exactly("token-introspection+jwt"))
      let claims = try JWTClaims(verifiedSignature)
      try claims.checkIssuer(issuer.text)
      _ = try claims.checkAudience([audience])
      issuedAt = try claims.requiredTime("iat")
      try claims.checkTimes(now: now, tolerance: tolerance)
      guard let members = try claims.object("token_introspection") else {
        throw JWTClaimsError.missing("token_introspection")
      }
      guard let isActive = members["active"]?.bool else { throw JWTClaimsError.malformed("token_introspection") }
      self.isActive = isActive
      self.members = members
      self.compact = compact
    } catch {
      throw JWTAccessTokenError(error)
    }
  }
}

extension SignedIntrospection: Redacted {
  /// Whether the token is active, without claims about the user.
  public var description: String { "SignedIntrospection(\(isActive ? "active" : "not active"))" }
}
