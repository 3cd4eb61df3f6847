public import OAuthCore

/// The protected header of a JWS (RFC 7515 §4) or JWE (RFC 7516 §4), as received and not verified.
///
/// Pixy ignores `jwk`, `jku`, `x5u` and `x5c`: a key that arrives with its own signature proves
/// nothing (RFC 8725 §3.10). The only exception is the `jwk` of a DPoP proof, which the proof's
/// verifier reads from ``members``.
public struct JOSEHeader: Sendable, Hashable {
  /// The `alg` as written. It is only compared with the allowed algorithms, and never selects one
  /// by itself.
  public let algorithm: String
  /// The key's identifier, `kid`. It only selects one of the trusted keys, so a JWS in JSON form may
  /// have it in its unprotected header.
  public let keyID: String?
  /// The token's type, `typ`.
  public let type: String?
  /// All members of the protected header.
  public let members: [String: JSONValue]

  /// Parses a protected header.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text.
  ///   - unprotectedMembers: The unprotected header of a JWS in JSON form (RFC 7515 §7.2.1). Anyone can
  ///     change it, so only its `kid` is read.
  init(bytes: [UInt8], unprotected unprotectedMembers: [String: JSONValue] = [:]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONValue(bytes: bytes)
    } catch {
      throw .malformed(.header)
    }
    guard let members = value.object else { throw .malformed(.header) }
    // RFC 7515 §7.2.1: no name is in both headers.
    guard unprotectedMembers.keys.allSatisfy({ members[$0] == nil }) else { throw .malformed(.header) }
    // RFC 7515 §10.7: an unprotected `alg` isn't accepted.
    guard let algorithm = members["alg"]?.string else { throw .missingAlgorithm }
    self.algorithm = algorithm
    keyID = try Self.text("kid", in: unprotectedMembers["kid"] == nil ? members : unprotectedMembers)
    type = try Self.text("typ", in: members)
    // RFC 7515 §4.1.11: Pixy supports no extension, and an empty list isn't allowed either. The b64
    // of RFC 7797 would change the signed bytes. Neither may be unprotected.
    guard ["crit", "b64"].allSatisfy({ members[$0] == nil && unprotectedMembers[$0] == nil }) else {
      throw .criticalExtension
    }
    self.members = members
  }

  private static func text(_ name: String, in members: [String: JSONValue]) throws(JOSEError) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else { throw .malformed(.header) }
    return text
  }
}

extension JOSEHeader {
  /// The `typ` in lower case, without `application/` if there is no other slash: recipients treat both
  /// forms alike (RFC 7515 §4.1.9, draft-ietf-oauth-rfc8725bis §3.11).
  package var shortType: String? { type.map(ExpectedType.short) }
}

/// The `typ` that a verifier requires, so that a token of one type isn't accepted as another (RFC
/// 8725 §3.11).
public enum ExpectedType: Sendable, Hashable {
  /// Any or no `typ`, for tokens whose specification defines none, such as ID tokens.
  case any
  /// This media type, with or without `application/`, in any case. It must be present.
  case exactly(String)
  /// One of these media types. It must be present.
  case oneOf([String])

  func accepts(_ type: String?) -> Bool {
    switch self {
    case .any: true
    case .exactly(let expectedType): type.map { Self.short($0) == Self.short(expectedType) } ?? false
    case .oneOf(let expectedTypes): type.map { expectedTypes.map(Self.short).contains(Self.short($0)) } ?? false
    }
  }

  /// Drops `application/` if there is no other slash (RFC 7515 §4.1.9).
  fileprivate static func short(_ type: String) -> String {
    let lower = type.lowercased()
    guard lower.hasPrefix("application/") else { return lower }
    let rest = lower.dropFirst("application/".count)
    return rest.contains("/") ? lower : String(rest)
  }
}
