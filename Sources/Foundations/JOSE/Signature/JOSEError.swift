public import OAuthCore

/// The reason why a JWS isn't accepted. No case holds any of the payload or the signature.
public enum JOSEError: Error, Sendable, Hashable {
  /// One of the three parts of a JWS.
  public enum Part: String, Sendable, Hashable {
    /// The protected header.
    case header
    /// The payload.
    case payload
    /// The signature.
    case signature
  }

  /// The token is longer than the limit, which is in bytes.
  case tooLong(limit: Int)
  /// The token doesn't have three parts separated by dots (RFC 7515 §7.1).
  case notCompact
  /// The token has five parts: it is encrypted (RFC 7516). ``JSONWebEncryption`` parses it.
  case encrypted
  /// The text isn't a JWS in JSON form: it isn't a JSON object, repeats a name, lacks the payload or
  /// the signatures, or mixes the general and the flattened syntax (RFC 7515 §7.2).
  case notJSON
  /// The JWS in JSON form has more signatures than the limit.
  case tooManySignatures(limit: Int)
  /// A part isn't strict base64url, isn't the required JSON object, or repeats a member. A name that
  /// is in the protected and the unprotected header is a repeated one.
  case malformed(Part)
  /// The protected header has no `alg` (RFC 7515 §4.1.1, §10.7).
  case missingAlgorithm
  /// The header's `alg` is `none`, unknown, or not among those allowed (RFC 8725 §3.1).
  case algorithmNotAllowed(UntrustedText)
  /// The header contains `crit` or `b64` (RFC 7515 §4.1.11).
  case criticalExtension
  /// The `typ` isn't the expected one (RFC 8725 §3.11).
  case wrongType(UntrustedText?)
  /// No known key fits the header's `kid` and `alg`.
  case noMatchingKey(keyID: UntrustedText?)
  /// None of the fitting keys created the signature.
  case invalidSignature
}

extension JOSEError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Do not trust the token. Report this to the server's operator.")
    return switch self {
    case .tooLong(let limit): row("jws_too_long", "The signed token has more than \(limit) bytes.")
    case .notCompact: row("jws_not_compact", "The token is not a signed token in compact form (RFC 7515 §7.1).")
    case .encrypted:
      row(
        "jwe_not_supported", "The token is encrypted (RFC 7516), which is not accepted here.",
        remedy: "Register the client without encryption, or supply the private key that decrypts its tokens.")
    case .notJSON: row("jws_not_json", "The text is not a signed token in JSON form (RFC 7515 §7.2).")
    case .tooManySignatures(let limit):
      row("jws_too_many_signatures", "The signed token has more than \(limit) signatures.")
    case .malformed(let part):
      row("jws_malformed", "The \(part.rawValue) of the signed token cannot be read (RFC 7515 §5.2).")
    case .missingAlgorithm:
      row("jws_missing_algorithm", "The signed token's protected header names no algorithm (RFC 7515 §4.1.1, §10.7).")
    case .algorithmNotAllowed(let name):
      row(
        "jws_algorithm_not_allowed", "The signed token's algorithm, \(name), is not allowed here (RFC 8725 §3.1).",
        remedy: "Register the client for an algorithm you allow, or allow the one the server uses.")
    case .criticalExtension:
      row(
        "jws_critical_extension",
        "The signed token requires an extension that Pixy does not support (RFC 7515 §4.1.11).")
    case .wrongType(let type):
      row(
        "jws_wrong_type",
        "The signed token is of the type \(type.map(\.description) ?? "nothing"), "
          + "not of the type expected here (RFC 8725 §3.11).")
    case .noMatchingKey(let keyID):
      row(
        "jws_no_matching_key",
        "None of the issuer's published keys fits the signed token (kid \(keyID.map(\.description) ?? "none")) "
          + "(RFC 7515 §4.1.4).",
        remedy: "Fetch the issuer's keys again. If the key is still missing, do not trust the token.")
    case .invalidSignature:
      row(
        "jws_invalid_signature", "The signature of the token is wrong (RFC 7515 §5.2).",
        remedy: "Do not trust the token. If it comes from the expected server, report this to its operator.")
    }
  }
}
