public import FoundationBasics

/// The reason why a received text isn't a code challenge of its method.
///
/// No case and no description holds any of the text, which is a secret for `plain`. A server can
/// send the description as `error_description`: it has only the characters of RFC 6749 §5.2.
public enum CodeChallengeError: Error, Sendable, Hashable {
  /// An S256 challenge that doesn't have the 43 characters of 32 encoded bytes. The count is in
  /// UTF-8 bytes.
  case wrongLength(count: Int)

  /// An S256 challenge that isn't strict base64url.
  case notBase64URL(Base64URLError)

  /// A `plain` challenge that can't be a verifier.
  case notAVerifier(CodeVerifierError)

  /// The client wrote the SHA-256 digest as 64 hexadecimal digits, without base64url.
  case hexadecimalDigest

  /// The client wrote the SHA-256 digest as 64 hexadecimal digits, and encoded this text. The
  /// result has 86 characters, or 88 with padding.
  case encodedHexadecimalDigest

  /// A code verifier with `.` or `~`, which no S256 challenge has. The client sent its secret
  /// instead of the digest.
  case verifierAsChallenge
}

extension CodeChallengeError: LocalizedError, CustomStringConvertible {
  /// The facts of each case. The categories of `OAuthCore` are above this target.
  package var row: (code: String, explanation: String, remedy: String) {
    switch self {
    case .wrongLength(let count):
      (
        "challenge_wrong_length",
        "The S256 code challenge has \(count) characters instead of 43." + Self.hint(atLength: count),
        "Send the base64url, without padding, of the 32 bytes of a SHA-256 digest (RFC 7636 section 4.2)."
      )
    case .notBase64URL(let error):
      (
        "challenge_not_base64url",
        "The S256 code challenge is not valid (RFC 7636 section 4.2). \(error.explanation)", error.remedy
      )
    case .notAVerifier(let error):
      (
        "challenge_not_a_verifier",
        "The plain code challenge is not valid, because it must be the verifier itself (RFC 7636 section 4.2). "
          + error.explanation,
        error.remedy
      )
    case .hexadecimalDigest:
      (
        "challenge_hexadecimal_digest", "The S256 code challenge is a digest in 64 hexadecimal digits.",
        "Encode the digest's 32 bytes as base64url without padding (RFC 7636 section 4.2)."
      )
    case .encodedHexadecimalDigest:
      (
        "challenge_encoded_hexadecimal_digest",
        "The S256 code challenge is the base64 of the text of a digest in hexadecimal.",
        "Encode the digest's 32 bytes, not its 64 hexadecimal digits (RFC 7636 section 4.2)."
      )
    case .verifierAsChallenge:
      (
        "challenge_verifier_as_challenge",
        "The S256 code challenge looks like the code verifier, which is secret.",
        "Send the base64url of its SHA-256 digest (RFC 7636 section 4.2), and generate a new verifier for the next "
          + "sign-in."
      )
    }
  }

  /// The problem and its cause, without any of the text.
  public var explanation: String { row.explanation }

  /// Returns the probable cause of a length, as a sentence after a space.
  private static func hint(atLength count: Int) -> String {
    switch count {
    case 27: " It may be a SHA-1 digest."
    case 64: " It may be a SHA-384 digest, or the code verifier itself."
    case 86: " It may be a SHA-512 digest, or the code verifier itself."
    case CodeVerifier.lengths: " It may be the code verifier itself."
    default: ""
    }
  }

  /// The recommended action.
  public var remedy: String { row.remedy }

  /// The explanation followed by the remedy.
  public var description: String { explanation + " " + remedy }

  /// The explanation, for `localizedDescription`.
  public var errorDescription: String? { explanation }

  /// The remedy, for alerts that show it below the explanation.
  public var recoverySuggestion: String? { remedy }
}
