internal import FoundationBasics
internal import JOSE
internal import OAuthCore

/// Signed claims about a client (RFC 7591 §2.3).
enum SoftwareStatement {
  /// Returns the client's members that a statement claims.
  /// - Parameters:
  ///   - text: The statement as a JWT.
  ///   - issuers: The trusted issuers and their keys.
  ///   - now: The current time.
  static func members(
    _ text: String, from issuers: [String: JSONWebKeySet], at now: Date
  ) throws(Refusal) -> [String: JSONValue] {
    guard let signature = try? JSONWebSignature(compact: text),
      let unverifiedClaims = try? JSONValue(bytes: signature.unverifiedPayload).object,
      let issuer = unverifiedClaims["iss"]?.string
    else { throw Refusal(.invalidSoftwareStatement, "software_statement is not a JWT with iss") }
    guard let keys = issuers[issuer] else {
      throw Refusal(.unapprovedSoftwareStatement, "this server does not trust the issuer of software_statement")
    }
    guard let verifiedPayload = try? signature.verified(by: keys, allowing: SignatureAlgorithm.asymmetric),
      let claims = try? JWTClaims(verifiedPayload)
    else {
      throw Refusal(.invalidSoftwareStatement, "the signature of software_statement does not match its issuer's keys")
    }
    do {
      try claims.checkTimes(now: now, tolerance: ClockTolerance(.zero))
    } catch {
      throw Refusal(.invalidSoftwareStatement, "the \(error.claim) of software_statement does not allow it now")
    }
    let aboutStatement: Set<String> = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "software_statement"]
    return claims.members.filter { !aboutStatement.contains($0.key) }
  }
}
