public import OAuthCore

/// The reason why a JWE isn't decrypted or created. No case holds any of the content or a key.
public enum JSONWebEncryptionError: Error, Sendable, Hashable {
  /// The text is longer than the limit, which is in bytes.
  case tooLong(limit: Int)
  /// The text doesn't have five parts separated by dots (RFC 7516 §7.1).
  case notCompact
  /// A part isn't strict base64url, or the header isn't the required JSON object.
  case malformed
  /// The `alg` or `enc` is missing, unknown, or not among those allowed.
  case algorithmNotAllowed(UntrustedText?)
  /// The header contains `crit` or `zip` (RFC 7516 §4.1.3, §4.1.13).
  case unsupportedExtension
  /// None of the keys fits the header's `kid` and `alg`.
  case noMatchingKey(keyID: UntrustedText?)
  /// The content couldn't be decrypted. The cause isn't told, because it would help an attacker
  /// (RFC 7516 §11.5).
  case notDecrypted
  /// The content couldn't be encrypted: the key doesn't fit the algorithm.
  case notEncrypted
}

extension JSONWebEncryptionError: ExplainedError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .tooLong: "jwe_too_long"
    case .notCompact: "jwe_not_compact"
    case .malformed: "jwe_malformed"
    case .algorithmNotAllowed: "jwe_algorithm_not_allowed"
    case .unsupportedExtension: "jwe_unsupported_extension"
    case .noMatchingKey: "jwe_no_matching_key"
    case .notDecrypted: "jwe_not_decrypted"
    case .notEncrypted: "jwe_not_encrypted"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem.
  public var explanation: String {
    switch self {
    case .tooLong(let limit): "The encrypted token has more than \(limit) bytes."
    case .notCompact: "The token is not an encrypted token in compact form (RFC 7516 §7.1)."
    case .malformed: "The encrypted token cannot be read (RFC 7516 §5.2)."
    case .algorithmNotAllowed(let name):
      "The encrypted token's algorithm, \(name.map(\.description) ?? "none"), is not allowed here (RFC 8725 §3.1)."
    case .unsupportedExtension:
      "The encrypted token is compressed or requires an extension, which Pixy does not support (RFC 7516 §4.1)."
    case .noMatchingKey(let keyID):
      "None of the private keys fits the encrypted token (kid \(keyID.map(\.description) ?? "none")) "
        + "(RFC 7516 §4.1.6)."
    case .notDecrypted: "The token cannot be decrypted (RFC 7516 §5.2)."
    case .notEncrypted: "The content cannot be encrypted with this key and algorithm (RFC 7518 §4.1)."
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .algorithmNotAllowed: "Register the client for an algorithm you allow, or allow the one the sender uses."
    case .noMatchingKey: "Provide the private key whose public key is registered, with its kid."
    case .notEncrypted: "Use an algorithm for the type of the key."
    default: "Do not trust the token. Report this to the sender's operator."
    }
  }
}
