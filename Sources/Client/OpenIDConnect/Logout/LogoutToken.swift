public import FoundationBasics
internal import JOSE
public import OAuthCore

/// A verified logout token: the server's message to the client that a user signed out (Back-Channel
/// Logout §2.4).
///
/// Only ``OpenIDClient/logoutToken(requestBody:seen:)`` creates one. End the sessions that it
/// names.
public struct LogoutToken: Sendable, Hashable {
  /// The `iss`.
  public let issuer: String
  /// The `sub`: the user who signed out. Without ``sessionID`` all sessions of the user end.
  public let subject: String?
  /// The `sid`: the session that ended.
  public let sessionID: String?
  /// The `jti`: the token's identifier.
  public let tokenID: String
  /// The `iat`.
  public let issuedAt: Date
  /// The `exp`.
  public let expiresAt: Date
  /// All claims.
  public let claims: [String: JSONValue]

  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  /// Checks the claims of a token whose signature is valid (§2.6).
  init(_ verifiedSignature: VerifiedSignature, policy: IDTokenPolicy, now: Date) throws {
    let claims = try JWTClaims(verifiedSignature)
    try claims.checkIssuer(policy.issuer.text(for: claims))
    issuer = try claims.requiredText("iss")
    do {
      _ = try policy.checkAudience(of: claims, algorithm: verifiedSignature.algorithm)
    } catch IDTokenError.untrustedAudience(let audience) {
      throw LogoutTokenError.untrustedAudience(audience)
    }
    issuedAt = try claims.requiredTime("iat")
    expiresAt = try claims.requiredTime("exp")
    try claims.checkTimes(now: now, tolerance: policy.clockTolerance)
    tokenID = try claims.requiredText("jti")
    subject = try claims.text("sub") == nil ? nil : try IDToken.subject(of: claims)
    sessionID = try claims.text("sid") == nil ? nil : try claims.requiredText("sid")
    guard subject != nil || sessionID != nil else { throw LogoutTokenError.noSubject }
    guard let events = try claims.object("events") else { throw JWTClaimsError.missing("events") }
    guard events[Self.event]?.object != nil else { throw LogoutTokenError.noLogoutEvent }
    // Even `null` is rejected, because a token with a nonce could pass for an ID token.
    guard claims.members["nonce"] == nil else { throw LogoutTokenError.nonceNotAllowed }
    self.claims = claims.members
  }
}

extension LogoutToken: Redacted {
  /// The issuer, without claims about the user.
  public var description: String { "LogoutToken(\(UntrustedText(issuer)))" }
}
