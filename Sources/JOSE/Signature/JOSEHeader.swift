public import OAuthCore

/// The protected header of a JWS (RFC 7515 §4), as it came and not verified yet.
///
/// `jwk`, `jku`, `x5u` and `x5c` are never looked at: a key that comes with what it signed proves nothing (RFC 8725 §3.10). The one
/// exception is the `jwk` of a DPoP proof, which whoever checks such proofs reads out of ``members``.
public struct JOSEHeader: Sendable, Hashable {
  /// The `alg` as it was written; compared with allowed algorithms, never used by itself.
  public let algorithm: String
  /// The `kid`.
  public let keyID: String?
  /// The `typ`.
  public let type: String?
  /// All members.
  public let members: [String: JSONValue]

  init(octets: [UInt8]) throws(JOSEError) {
    let value: JSONValue
    do {
      value = try JSONValue(octets: octets)
    } catch {
      throw .malformed(.header)
    }
    guard let members = value.object else { throw .malformed(.header) }
    guard let algorithm = members["alg"]?.string else { throw .missingAlgorithm }
    self.algorithm = algorithm
    keyID = try Self.text("kid", in: members)
    type = try Self.text("typ", in: members)
    // RFC 7515 §4.1.11: Pixy understands no extension, and an empty list isn't allowed either. RFC 7797's b64 would
    // change what was signed.
    guard members["crit"] == nil, members["b64"] == nil else { throw .criticalExtension }
    self.members = members
  }

  private static func text(_ name: String, in members: [String: JSONValue]) throws(JOSEError) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else { throw .malformed(.header) }
    return text
  }
}

/// What a verifier asks of a JWS's `typ`, so that a token of one kind isn't taken for another (RFC 8725 §3.11).
public enum ExpectedType: Sendable, Hashable {
  /// Whatever it is. For kinds whose specification has no `typ`, as ID tokens.
  case any
  /// This media type, with or without `application/`, in any case; it must be there.
  case exactly(String)
  /// One of these, which must be there.
  case oneOf([String])

  func accepts(_ type: String?) -> Bool {
    switch self {
    case .any: true
    case .exactly(let expected): type.map { Self.short($0) == Self.short(expected) } ?? false
    case .oneOf(let expected): type.map { expected.map(Self.short).contains(Self.short($0)) } ?? false
    }
  }

  /// RFC 7515 §4.1.9: `application/` may be left out when there is no other slash.
  private static func short(_ type: String) -> String {
    let lower = type.lowercased()
    guard lower.hasPrefix("application/") else { return lower }
    let rest = lower.dropFirst("application/".count)
    return rest.contains("/") ? lower : String(rest)
  }
}
