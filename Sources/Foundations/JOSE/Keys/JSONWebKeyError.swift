public import OAuthCore

/// The reason why a JWK can't be used. No case and no description holds any of the key.
public enum JSONWebKeyError: Error, Sendable, Hashable {
  /// The value isn't a JSON object (RFC 7517 §4).
  case notAnObject
  /// A required member is missing.
  case missing(member: String)
  /// A member has a wrong type, isn't base64url, or has an impossible value.
  case malformed(member: String)
  /// The coordinates aren't a point on the curve (RFC 8725 §3.4).
  case notOnCurve
  /// The member makes the key too weak, or verification needlessly slow (RFC 7518 §3.3).
  case weak(String)
  /// The type of key or the curve is unsupported.
  case unsupported(UntrustedText)
  /// A member of the private key is missing, or doesn't belong to the public key. Or a PEM text
  /// doesn't have exactly one private key.
  case notAPrivateKey
  /// The algorithm isn't one for the key's type and curve (RFC 7518 §3.1).
  case wrongAlgorithm(SignatureAlgorithm)
  /// A passphrase protects the private key (PKCS #8 or PEM encryption), which isn't supported.
  case encrypted
}

extension JSONWebKeyError: ExplainedError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .notAnObject: "jwk_not_an_object"
    case .missing: "jwk_member_missing"
    case .malformed: "jwk_member_malformed"
    case .notOnCurve: "jwk_not_on_curve"
    case .weak: "jwk_weak"
    case .unsupported: "jwk_unsupported"
    case .notAPrivateKey: "jwk_not_private"
    case .wrongAlgorithm: "jwk_wrong_algorithm"
    case .encrypted: "private_key_encrypted"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem with the key.
  public var explanation: String {
    switch self {
    case .notAnObject: "The key is not a JSON object (RFC 7517 §4)."
    case .missing(let member): "The key has no \(member) (RFC 7518 §6)."
    case .malformed(let member): "The \(member) of the key is not valid (RFC 7518 §6)."
    case .notOnCurve: "The key's coordinates are not a point on its curve (RFC 8725 §3.4)."
    case .weak(let member): "The \(member) of the key makes it too weak, or needlessly slow (RFC 7518 §3.3)."
    case .unsupported(let what): "Keys of the type \(what) are not supported."
    case .notAPrivateKey: "The key has no usable private part."
    case .wrongAlgorithm(let algorithm):
      "The key cannot sign with \(algorithm.rawValue): its type or curve is that of another algorithm (RFC 7518 §3.1)."
    case .encrypted: "The private key is encrypted with a passphrase (PKCS #8, RFC 5958 §3), which is not supported."
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .weak: "Use RSA with 2048 to 8192 bits and the exponent 65537, or P-256."
    case .unsupported: "Use RSA, P-256, P-384, P-521 or Ed25519."
    case .notAPrivateKey: "Provide the whole private key, and only one."
    case .wrongAlgorithm: "Leave the algorithm out, so that it is taken from the key, or name one that fits."
    case .encrypted: "Decrypt it to a file that only you can read: openssl pkey -in encrypted.pem -out key.pem."
    default: "Check the key. If it is the server's, report this to the server's operator."
    }
  }
}
