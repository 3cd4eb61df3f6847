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

extension CodeChallengeError: CustomStringConvertible {
  /// A sentence with the problem, its cause and the remedy, without any of the text.
  public var description: String {
    switch self {
    case .wrongLength(64):
      "The S256 code challenge has 64 characters instead of 43, which looks like a digest written in hexadecimal. "
        + "Encode the digest's 32 bytes as base64url without padding (RFC 7636 section 4.2)."
    case .wrongLength(let count):
      "The S256 code challenge has \(count) characters instead of 43. It is the base64url, without padding, of the "
        + "32 bytes of a SHA-256 digest (RFC 7636 section 4.2)."
    case .notBase64URL(let error):
      "The S256 code challenge is not valid (RFC 7636 section 4.2). \(error)"
    case .notAVerifier(let error):
      "The plain code challenge is not valid, because it must be the verifier itself (RFC 7636 section 4.2). \(error)"
    }
  }
}
