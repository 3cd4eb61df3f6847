#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

/// Claims about a client that somebody signed (RFC 7591 §2.3).
enum SoftwareStatement {
  /// The client's members that a statement claims.
  /// - Parameters:
  ///   - text: the JWT.
  ///   - issuers: whose statements are believed, and their keys.
  ///   - now: what time it is.
  static func members(
    _ text: String, from issuers: [String: JSONWebKeySet], at now: Date
  ) throws(Refusal) -> [String: JSONValue] {
    guard let signature = try? JSONWebSignature(compact: text),
      let unverified = try? JSONValue(octets: signature.unverifiedPayload).object,
      let issuer = unverified["iss"]?.string
    else { throw Refusal(.invalidSoftwareStatement, "software_statement is not a JWT with iss") }
    guard let keys = issuers[issuer] else {
      throw Refusal(.unapprovedSoftwareStatement, "this server does not believe the issuer of software_statement")
    }
    guard let claims = try? signature.verified(by: keys, allowing: SignatureAlgorithm.asymmetric).claims() else {
      throw Refusal(.invalidSoftwareStatement, "the signature of software_statement does not fit its issuer's keys")
    }
    if let end = claims["exp"] {
      guard let seconds = end.seconds, now.timeIntervalSince1970 < seconds else {
        throw Refusal(.invalidSoftwareStatement, "software_statement has expired")
      }
    }
    let aboutStatement: Set<String> = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "software_statement"]
    return claims.filter { !aboutStatement.contains($0.key) }
  }
}

extension JSONValue {
  /// RFC 7519 §2, NumericDate.
  fileprivate var seconds: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
