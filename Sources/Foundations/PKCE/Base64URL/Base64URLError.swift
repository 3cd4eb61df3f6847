public import FoundationBasics

/// The reason why a text isn't base64url.
///
/// Positions count from zero. All characters before the position are ASCII, so the position is the
/// same in characters and in bytes. No case and no description holds any of the text, which may be
/// secret. Descriptions have only characters that an `error_description` can have (RFC 6749 §5.2).
public enum Base64URLError: Error, Sendable, Hashable {
  /// A `=`. Base64url has no padding in OAuth (RFC 7515 appendix C, RFC 7636 appendix A).
  case padding(position: Int)

  /// A space, tab or line break, often the sign of a wrapped or copied text (RFC 4648 §3.3).
  case whiteSpace(position: Int)

  /// Any other character outside `A-Z a-z 0-9 - _`. `+` and `/` belong to plain base64 (RFC 4648
  /// §5).
  case foreignCharacter(position: Int)

  /// A length that no bytes encode to: one character is left over after groups of four. The text
  /// was probably cut.
  case impossibleLength(Int)

  /// The last character has bits set that belong to no byte (RFC 4648 §3.5). If they were ignored,
  /// several texts would stand for the same bytes.
  case nonZeroSpareBits
}

extension Base64URLError: LocalizedError, CustomStringConvertible {
  /// The facts of each case. The categories of `OAuthCore` are above this target.
  package var row: (code: String, explanation: String, remedy: String) {
    switch self {
    case .padding(let position):
      (
        "base64url_padding", "Not base64url: padding (=) at position \(position).",
        "OAuth uses base64url without padding; remove it where the text is encoded."
      )
    case .whiteSpace(let position):
      (
        "base64url_white_space",
        "Not base64url: white space or a line break at position \(position). The text was probably wrapped, or copied "
          + "together with its surroundings.",
        "Pass all of the text, without spaces."
      )
    case .foreignCharacter(let position):
      (
        "base64url_foreign_character",
        "Not base64url: the character at position \(position) isn't one of A-Z, a-z, 0-9, - and _.",
        "Plain base64 has + and / in place of - and _; encode with the URL-safe alphabet."
      )
    case .impossibleLength(let count):
      (
        "base64url_impossible_length",
        "Not base64url: no bytes encode to \(count) characters. The text was probably cut.", "Pass all of the text."
      )
    case .nonZeroSpareBits:
      (
        "base64url_spare_bits",
        "Not base64url: the last character has bits set that belong to no byte. The text was changed or encoded by a "
          + "faulty encoder.",
        "Request the text again."
      )
    }
  }

  /// The problem and its probable cause, without any of the text.
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
