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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Do not trust the token. Report this to the sender's operator.")
    return switch self {
    case .tooLong(let limit): row("jwe_too_long", "The encrypted token has more than \(limit) bytes.")
    case .notCompact: row("jwe_not_compact", "The token is not an encrypted token in compact form (RFC 7516 §7.1).")
    case .malformed: row("jwe_malformed", "The encrypted token cannot be read (RFC 7516 §5.2).")
    case .algorithmNotAllowed(let name):
      row(
        "jwe_algorithm_not_allowed",
        "The encrypted token's algorithm, \(name.map(\.description) ?? "none"), is not allowed here (RFC 8725 §3.1).",
        remedy: "Register the client for an algorithm you allow, or allow the one the sender uses.")
    case .unsupportedExtension:
      row(
        "jwe_unsupported_extension",
        "The encrypted token is compressed or requires an extension, which Pixy does not support (RFC 7516 §4.1).")
    case .noMatchingKey(let keyID):
      row(
        "jwe_no_matching_key",
        "None of the private keys fits the encrypted token (kid \(keyID.map(\.description) ?? "none")) "
          + "(RFC 7516 §4.1.6).",
        remedy: "Provide the private key whose public key is registered, with its kid.")
    case .notDecrypted: row("jwe_not_decrypted", "The token cannot be decrypted (RFC 7516 §5.2).")
    case .notEncrypted:
      row(
        "jwe_not_encrypted", "The content cannot be encrypted with this key and algorithm (RFC 7518 §4.1).",
        remedy: "Use an algorithm for the type of the key.")
    }
  }
}
