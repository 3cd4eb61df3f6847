public import FoundationBasics

/// The reason why there is no code verifier: the received text isn't one, or the requested size is
/// out of range.
///
/// No case and no description holds any of the text, which is a secret. A server can send the
/// description as `error_description`: it has only the characters of RFC 6749 §5.2.
public enum CodeVerifierError: Error, Sendable, Hashable {
  /// Fewer than 43 characters (RFC 7636 §4.1).
  case tooShort(count: Int)

  /// More than 128 characters (RFC 7636 §4.1). The count is in UTF-8 bytes.
  case tooLong(count: Int)

  /// A character outside `A-Z a-z 0-9 - . _ ~` (RFC 7636 §4.1, RFC 3986 §2.3). The position counts
  /// from zero. All characters before it are ASCII, so the position is the same in characters and
  /// in bytes.
  case foreignCharacter(position: Int)

  /// A verifier of fewer than 32 or more than 96 random bytes was requested.
  case byteCountOutOfRange(Int)

  /// A verifier of fewer than 43 or more than 128 characters was requested.
  case lengthOutOfRange(Int)
}

extension CodeVerifierError: LocalizedError, CustomStringConvertible {
  /// The facts of each case. The categories of `OAuthCore` are above this target: it has the one of a
  /// mistake in the program if `isMistake`.
  package var row: (code: String, isMistake: Bool, explanation: String, remedy: String) {
    switch self {
    case .tooShort(let count):
      (
        "verifier_too_short", false,
        "The code verifier has \(count) characters; RFC 7636 section 4.1 requires 43 to 128, so that it can't be "
          + "guessed.",
        "Generate it from at least 32 random bytes and pass all of it."
      )
    case .tooLong(let count):
      (
        "verifier_too_long", false,
        "The code verifier has \(count) bytes; RFC 7636 section 4.1 allows 43 to 128 characters.",
        "Generate it from at most 96 random bytes."
      )
    case .foreignCharacter(let position):
      (
        "verifier_foreign_character", false,
        "The code verifier has a character at position \(position) that isn't one of A-Z, a-z, 0-9, -, ., _ "
          + "and ~ (RFC 7636 section 4.1).",
        "Encode its bytes as base64url without padding, and decode the form only once."
      )
    case .byteCountOutOfRange(let count):
      (
        "verifier_byte_count_out_of_range", true,
        "A code verifier can't be generated from \(count) random bytes.",
        "Choose 32 to 96, which give the 43 to 128 characters of RFC 7636 section 4.1."
      )
    case .lengthOutOfRange(let count):
      (
        "verifier_length_out_of_range", true,
        "A code verifier can't have \(count) characters (RFC 7636 section 4.1).", "Choose 43 to 128."
      )
    }
  }

  /// The problem and its cause, without any of the text.
  public var explanation: String { row.explanation }

  /// The recommended action.
  public var remedy: String { row.remedy }

  /// The explanation followed by the remedy.
  public var description: String { explanation + " " + remedy }

  /// The explanation, for `localizedDescription`.
  public var errorDescription: String? { explanation }

  /// The remedy, for alerts that show it below the explanation.
  public var recoverySuggestion: String? { remedy }
}
