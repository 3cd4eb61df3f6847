public import OAuthCore

/// Why a JWS isn't accepted. No case holds any of the payload or the signature.
public enum JOSEError: Error, Sendable, Hashable {
  /// One of the three parts of a compact JWS.
  public enum Part: String, Sendable, Hashable {
    /// The protected header.
    case header
    /// The payload.
    case payload
    /// The signature.
    case signature
  }

  /// Longer than what is looked at.
  case tooLong(limit: Int)
  /// Not three parts with dots between them (RFC 7515 §7.1).
  case notCompact
  /// Five parts: it is encrypted (RFC 7516), which isn't supported.
  case encrypted
  /// A part isn't strict base64url, or not the JSON object it must be, or names a member twice.
  case malformed(Part)
  /// The header has no `alg` (RFC 7515 §4.1.1).
  case missingAlgorithm
  /// The header's `alg` is `none`, unknown, or not among those allowed (RFC 8725 §3.1).
  case algorithmNotAllowed(UntrustedText)
  /// The header has a `crit` or `b64` (RFC 7515 §4.1.11).
  case criticalExtension
  /// The `typ` isn't that of the kind of token expected (RFC 8725 §3.11).
  case wrongType(UntrustedText?)
  /// None of the known keys fits the header's `kid` and `alg`.
  case noMatchingKey(keyID: UntrustedText?)
  /// The signature isn't made by any of the keys that fit.
  case invalidSignature
}

extension JOSEError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .tooLong: "jws_too_long"
    case .notCompact: "jws_not_compact"
    case .encrypted: "jwe_not_supported"
    case .malformed: "jws_malformed"
    case .missingAlgorithm: "jws_missing_algorithm"
    case .algorithmNotAllowed: "jws_algorithm_not_allowed"
    case .criticalExtension: "jws_critical_extension"
    case .wrongType: "jws_wrong_type"
    case .noMatchingKey: "jws_no_matching_key"
    case .invalidSignature: "jws_invalid_signature"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with it.
  public var explanation: String {
    switch self {
    case .tooLong(let limit): "The signed token has more than \(limit) octets."
    case .notCompact: "The token is not a signed token in compact form (RFC 7515 §7.1)."
    case .encrypted: "The token is encrypted (RFC 7516), which Pixy does not support."
    case .malformed(let part): "The \(part.rawValue) of the signed token cannot be read (RFC 7515 §5.2)."
    case .missingAlgorithm: "The signed token names no algorithm (RFC 7515 §4.1.1)."
    case .algorithmNotAllowed(let name): "The signed token's algorithm, \(name), is not allowed here (RFC 8725 §3.1)."
    case .criticalExtension: "The signed token asks for an extension that Pixy does not understand (RFC 7515 §4.1.11)."
    case .wrongType(let type):
      "The signed token is of the type \(type.map(\.description) ?? "nothing"), not of the one expected here (RFC 8725 §3.11)."
    case .noMatchingKey(let keyID):
      "None of the signer's published keys fits the signed token (kid \(keyID.map(\.description) ?? "none")) (RFC 7515 §4.1.4)."
    case .invalidSignature: "The signature of the token is wrong (RFC 7515 §5.2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .algorithmNotAllowed: "Register the client for an algorithm you allow, or allow the one the server uses."
    case .encrypted: "Register the client without encryption."
    case .noMatchingKey: "Fetch the signer's keys again; if the key is still missing, do not trust the token."
    case .invalidSignature: "Do not trust the token. If it comes from the server you meant, tell its operator."
    default: "Do not trust the token; tell the server's operator."
    }
  }
}
