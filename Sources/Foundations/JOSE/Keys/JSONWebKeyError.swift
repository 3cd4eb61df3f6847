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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Check the key. If it is the server's, report this to the server's operator.")
    return switch self {
    case .notAnObject: row("jwk_not_an_object", "The key is not a JSON object (RFC 7517 §4).")
    case .missing(let member): row("jwk_member_missing", "The key has no \(member) (RFC 7518 §6).")
    case .malformed(let member): row("jwk_member_malformed", "The \(member) of the key is not valid (RFC 7518 §6).")
    case .notOnCurve: row("jwk_not_on_curve", "The key's coordinates are not a point on its curve (RFC 8725 §3.4).")
    case .weak(let member):
      row(
        "jwk_weak", "The \(member) of the key makes it too weak, or needlessly slow (RFC 7518 §3.3).",
        remedy: "Use RSA with 2048 to 8192 bits and the exponent 65537, or P-256.")
    case .unsupported(let what):
      row(
        "jwk_unsupported", "Keys of the type \(what) are not supported.",
        remedy: "Use RSA, P-256, P-384, P-521 or Ed25519.")
    case .notAPrivateKey:
      row(
        "jwk_not_private", "The key has no usable private part.",
        remedy: "Provide the whole private key, and only one.")
    case .wrongAlgorithm(let algorithm):
      row(
        "jwk_wrong_algorithm",
        "The key cannot sign with \(algorithm.rawValue): its type or curve is that of another algorithm (RFC 7518 "
          + "§3.1).",
        remedy: "Leave the algorithm out, so that it is taken from the key, or name one that fits.")
    case .encrypted:
      row(
        "private_key_encrypted",
        "The private key is encrypted with a passphrase (PKCS #8, RFC 5958 §3), which is not supported.",
        remedy: "Decrypt it to a file that only you can read: openssl pkey -in encrypted.pem -out key.pem.")
    }
  }
}
