/// Why there is no code verifier: what was received isn't one, or what was asked for can't be.
///
/// No case and no description holds any of the text, which is a secret.
public enum CodeVerifierError: Error, Sendable, Hashable {
  /// Fewer than 43 characters (RFC 7636 §4.1).
  case tooShort(count: Int)

  /// More than 128 characters (RFC 7636 §4.1). The count is in octets of UTF-8.
  case tooLong(count: Int)

  /// A character outside `A-Z a-z 0-9 - . _ ~` (RFC 7636 §4.1, RFC 3986 §2.3). The position counts from zero; all
  /// characters before it are of the alphabet, so that it is the same counted in characters and in octets.
  case foreignCharacter(position: Int)

  /// A verifier was asked for that is made of fewer than 32 or more than 96 random octets.
  case octetsOutOfRange(Int)

  /// A verifier was asked for that has fewer than 43 or more than 128 characters.
  case lengthOutOfRange(Int)
}

extension CodeVerifierError: CustomStringConvertible {
  /// What is wrong, why and what to do, without any of the text.
  public var description: String {
    switch self {
    case .tooShort(let count):
      "The code verifier has \(count) characters; RFC 7636 section 4.1 asks for 43 to 128, so that it can't be "
        + "guessed. Make it of at least 32 random octets and pass it whole."
    case .tooLong(let count):
      "The code verifier has \(count) octets; RFC 7636 section 4.1 allows 43 to 128 characters. "
        + "Make it of at most 96 random octets."
    case .foreignCharacter(let position):
      "The code verifier has a character at position \(position) that isn't one of A-Z, a-z, 0-9, \"-\", \".\", \"_\" "
        + "and \"~\" (RFC 7636 section 4.1). Encode its octets as base64url without padding, and decode the form it came "
        + "in once."
    case .octetsOutOfRange(let count):
      "A code verifier can't be made of \(count) random octets; choose 32 to 96, which give the 43 to 128 characters "
        + "of RFC 7636 section 4.1."
    case .lengthOutOfRange(let count):
      "A code verifier can't have \(count) characters; choose 43 to 128 (RFC 7636 section 4.1)."
    }
  }
}
