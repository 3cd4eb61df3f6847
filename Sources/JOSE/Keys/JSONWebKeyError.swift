public import OAuthCore

/// Why a JWK can't be used. No case and no description holds any of the key.
public enum JSONWebKeyError: Error, Sendable, Hashable {
  /// It isn't a JSON object (RFC 7517 §4).
  case notAnObject
  /// A member that the kind of key needs is missing.
  case missing(member: String)
  /// A member has the wrong type, isn't base64url, or its octets can't be.
  case malformed(member: String)
  /// The coordinates aren't a point on the curve (RFC 8725 §3.4).
  case notOnCurve
  /// The member makes a key that is too weak or needlessly slow (RFC 7518 §3.3).
  case weak(String)
  /// A kind of key or a curve that Pixy doesn't work with.
  case unsupported(UntrustedText)
  /// A member of a private key that a signing key needs is missing, or doesn't belong to the public one.
  case notAPrivateKey
}

extension JSONWebKeyError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .notAnObject: "jwk_not_an_object"
    case .missing: "jwk_member_missing"
    case .malformed: "jwk_member_malformed"
    case .notOnCurve: "jwk_not_on_curve"
    case .weak: "jwk_weak"
    case .unsupported: "jwk_unsupported"
    case .notAPrivateKey: "jwk_not_private"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with the key.
  public var explanation: String {
    switch self {
    case .notAnObject: "The key is not a JSON object (RFC 7517 §4)."
    case .missing(let member): "The key has no \(member) (RFC 7518 §6)."
    case .malformed(let member): "The \(member) of the key cannot be used (RFC 7518 §6)."
    case .notOnCurve: "The key's coordinates are not a point on its curve (RFC 8725 §3.4)."
    case .weak(let member): "The \(member) of the key makes it too weak, or needlessly slow (RFC 7518 §3.3)."
    case .unsupported(let what): "Keys of the kind \(what) are not supported."
    case .notAPrivateKey: "The key has no usable private part."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .weak: "Use RSA with 2048 to 8192 bits and the exponent 65537, or P-256."
    case .unsupported: "Use RSA, P-256, P-384, P-521 or Ed25519."
    case .notAPrivateKey: "Give the private key, whole."
    default: "Check the key; if it is the server's, tell its operator."
    }
  }
}
