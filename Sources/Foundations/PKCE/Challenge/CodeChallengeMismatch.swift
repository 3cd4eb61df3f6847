/// The reason why a verifier doesn't meet a code challenge (RFC 7636 §4.6): one of the common
/// mistakes of clients.
///
/// No case and no description holds any of the verifier or the challenge. A server can send the
/// description as `error_description`: it has only the characters of RFC 6749 §5.2.
public enum CodeChallengeMismatch: Sendable, Hashable, CaseIterable {
  /// The verifier and the challenge are the same text: the method is S256, but the client sent the
  /// verifier as the challenge, or the challenge as the verifier.
  case sameText
  /// The challenge is the S256 challenge of the verifier, but the method is `plain`, which a
  /// missing `code_challenge_method` means (RFC 7636 §4.3).
  case s256WithMethodPlain
  /// The client sent the verifier as the challenge, and the challenge as the verifier.
  case swapped
  /// The client hashed the verifier with a line break at its end, as `echo` without `-n` does.
  case lineBreakHashed
  /// The client hashed the bytes that the verifier encodes, not the verifier's characters.
  case decodedVerifierHashed
  /// The client hashed the verifier's characters in UTF-16, not in ASCII.
  case utf16Hashed
  /// No known mistake leads from the verifier to the challenge: they belong to different sign-ins,
  /// or one of them was changed.
  case unrelated
}

extension CodeChallengeMismatch: CustomStringConvertible {
  /// The mistake and its remedy, without any of the texts.
  public var description: String {
    switch self {
    case .sameText:
      "The verifier and the S256 challenge are the same text. "
        + "Send the base64url of the verifier's SHA-256 digest as the challenge, and the verifier as the verifier."
    case .s256WithMethodPlain:
      "The challenge is the S256 challenge of the verifier, but the method is plain. Send code_challenge_method=S256."
    case .swapped:
      "The challenge and the verifier are swapped. "
        + "Send the digest with the authorization request, and the verifier with the token request."
    case .lineBreakHashed:
      "The challenge is the digest of the verifier with a line break at its end. Hash only the verifier's characters."
    case .decodedVerifierHashed:
      "The challenge is the digest of the decoded verifier. Hash the verifier's characters, as they are sent."
    case .utf16Hashed:
      "The challenge is the digest of the verifier in UTF-16. Hash its ASCII characters, one byte each."
    case .unrelated: "Check that the verifier and the challenge come from the same sign-in."
    }
  }
}
