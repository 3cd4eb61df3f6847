public import FoundationBasics

/// The reason why a received text isn't a code challenge of its method.
///
/// No case and no description holds any of the text, which is a secret for `plain`.
public enum CodeChallengeError: Error, Sendable, Hashable {
  /// An S256 challenge that doesn't have the 43 characters of 32 encoded bytes. The count is in
  /// UTF-8 bytes.
  case wrongLength(count: Int)

  /// An S256 challenge that isn't strict base64url.
  case notBase64URL(Base64URLError)

  /// A `plain` challenge that can't be a verifier.
  case notAVerifier(CodeVerifierError)
}

extension CodeChallengeError: LocalizedError, CustomStringConvertible {
  /// The problem and its cause, without any of the text.
  public var explanation: String {
    switch self {
    case .wrongLength(64):
      "The S256 code challenge has 64 characters instead of 43, which looks like a digest written in hexadecimal."
    case .wrongLength(let count): "The S256 code challenge has \(count) characters instead of 43."
    case .notBase64URL(let error):
      "The S256 code challenge is not valid (RFC 7636 section 4.2). \(error.explanation)"
    case .notAVerifier(let error):
      "The plain code challenge is not valid, because it must be the verifier itself (RFC 7636 section 4.2). "
        + error.explanation
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .wrongLength(64): "Encode the digest's 32 bytes as base64url without padding (RFC 7636 section 4.2)."
    case .wrongLength:
      "Send the base64url, without padding, of the 32 bytes of a SHA-256 digest (RFC 7636 section 4.2)."
    case .notBase64URL(let error): error.remedy
    case .notAVerifier(let error): error.remedy
    }
  }

  /// The explanation followed by the remedy.
  public var description: String { explanation + " " + remedy }

  /// The explanation, for `localizedDescription`.
  public var errorDescription: String? { explanation }

  /// The remedy, for alerts that show it below the explanation.
  public var recoverySuggestion: String? { remedy }
}
