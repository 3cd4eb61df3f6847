public import FoundationBasics
internal import JOSE
public import OAuthCore

/// An access token that a resource server received and verified itself (RFC 9068).
///
/// Only ``JWTAccessTokenPolicy/accessToken(_:signedBy:now:)`` creates one. Its ``scope`` decides
/// what it grants. A token with a ``confirmation`` grants access only together with a proof of its
/// key.
public struct JWTAccessToken: Sendable, Hashable {
  /// The `iss`.
  public let issuer: String
  /// The `sub`: the user, or the client itself if no user is involved (RFC 9068 §5).
  public let subject: String
  /// The `aud`.
  public let audience: [String]
  /// The `client_id`: the client that the token was issued to.
  public let clientID: String
  /// The `exp`.
  public let expiresAt: Date
  /// The `iat`.
  public let issuedAt: Date
  /// The `jti`: the token's identifier.
  public let tokenID: String
  /// The `scope`; empty without one.
  public let scope: Scope
  /// The `cnf`: the key that the token is bound to; `nil` for a bearer token.
  public let confirmation: Confirmation?
  /// The `auth_time`: the time of the user's authentication (RFC 9068 §2.2.1); `nil` if it is
  /// missing or no time.
  public let authenticationTime: Date?
  /// The `acr`: the context class of that authentication; `nil` if it is missing or no text.
  public let authenticationContext: String?
  /// All claims.
  public let claims: [String: JSONValue]

  /// The key that a token is bound to (RFC 7800 §3).
  ///
  /// The request must prove possession of the key in one of these ways. Reject the request if the
  /// key has none of them.
  public struct Confirmation: Sendable, Hashable {
    /// `jkt`: the thumbprint of a DPoP key (RFC 9449 §6.1).
    public let keyThumbprint: String?
    /// `x5t#S256`: the SHA-256 thumbprint of a client certificate (RFC 8705 §3.1).
    public let certificateThumbprint: String?
    /// All members.
    public let members: [String: JSONValue]
  }

  init(_ verifiedSignature: VerifiedSignature, _ policy: JWTAccessTokenPolicy, now: Date) throws {
    let claims = try JWTClaims(verifiedSignature)
    try claims.checkIssuer(policy.issuer.text)
    issuer = policy.issuer.text
    audience = try claims.audience()
    guard audience.contains(where: { ParsedURI.resource($0, in: policy.audience) != nil }) else {
      throw JWTClaimsError.wrongAudience
    }
    expiresAt = try claims.requiredTime("exp")
    issuedAt = try claims.requiredTime("iat")
    try claims.checkTimes(now: now, tolerance: policy.clockTolerance)
    subject = try claims.requiredText("sub")
    clientID = try claims.requiredText("client_id")
    tokenID = try claims.requiredText("jti")
    scope = try Self.scope(of: claims)
    confirmation = try Self.confirmation(of: claims)
    // A route that requires one of them refuses a token without it (RFC 9470 §6.2).
    authenticationTime = claims.usableTime("auth_time")
    authenticationContext = claims.usableText("acr")
    self.claims = claims.members
  }

  private static func scope(of claims: JWTClaims) throws(JWTClaimsError) -> Scope {
    do {
      return try Scope(parameter: try claims.text("scope") ?? "")
    } catch {
      throw .malformed("scope")
    }
  }

  // A binding that can't be read must not turn the token into a bearer token.
  private static func confirmation(of claims: JWTClaims) throws(JWTClaimsError) -> Confirmation? {
    guard claims.members["cnf"] != nil else { return nil }
    guard let members = try claims.object("cnf"), !members.isEmpty else { throw .malformed("cnf") }
    func text(_ name: String) throws(JWTClaimsError) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.string, !text.isEmpty else { throw .malformed("cnf") }
      return text
    }
    return Confirmation(
      keyThumbprint: try text("jkt"), certificateThumbprint: try text("x5t#S256"), members: members)
  }
}

extension JWTAccessToken: Redacted {
  /// The issuer and the scope, without claims about the user.
  public var description: String { "JWTAccessToken(\(UntrustedText(issuer)), scope: \(scope))" }
}
