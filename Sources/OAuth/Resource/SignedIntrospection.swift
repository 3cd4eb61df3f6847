#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
public import OAuthCore

/// What an authorization server says about a token and signed, `application/token-introspection+jwt` (RFC 9701).
///
/// Only ``init(_:issuer:audience:signedBy:allowing:tolerance:now:)`` makes one.
public struct SignedIntrospection: Sendable, Hashable {
  /// The `iat` of the answer.
  public let issuedAt: Date
  /// Whether the token is active; the other members mean nothing if it isn't.
  public let isActive: Bool
  /// The members of `token_introspection`, as RFC 7662 §2.2 has them. Claims beside it are about the answer itself.
  public let members: [String: JSONValue]
  /// The answer as it came, to keep as evidence.
  public let compact: Secret

  /// Verifies an answer.
  ///
  /// - Parameters:
  ///   - compact: the body of the answer.
  ///   - issuer: the authorization server that was asked.
  ///   - audience: the resource server's name, by which it asked: its `client_id`.
  ///   - keys: the authorization server's keys.
  ///   - algorithms: what the resource server registered as `introspection_signed_response_alg`; RS256 if nothing.
  ///   - tolerance: by how much the two clocks may differ.
  ///   - now: the present moment.
  /// - Throws: ``JWTAccessTokenError`` if it isn't such an answer, isn't for this resource server, or is signed by another.
  public init(
    _ compact: Secret, issuer: Issuer, audience: String, signedBy keys: JSONWebKeySet,
    allowing algorithms: Set<SignatureAlgorithm> = [.rs256], tolerance: ClockTolerance = .standard, now: Date
  ) throws(JWTAccessTokenError) {
    do {
      let verified = try JSONWebSignature(compact: compact.reveal())
        .verified(by: keys, allowing: algorithms, type: .exactly("token-introspection+jwt"))
      let claims = try JWTClaims(verified)
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
  /// Whether the token is active; nothing about the person.
  public var description: String { "SignedIntrospection(\(isActive ? "active" : "not active"))" }
}
