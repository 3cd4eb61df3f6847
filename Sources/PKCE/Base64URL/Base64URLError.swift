/// Why a text isn't base64url.
///
/// Positions count from zero. All characters before the position are of the alphabet, so that it is the same counted in
/// characters and in octets. No case and no description holds any of the text, which may be secret.
public enum Base64URLError: Error, Sendable, Hashable {
  /// A `=`: base64url as OAuth uses it has no padding (RFC 7515 appendix C, RFC 7636 appendix A).
  case padding(position: Int)

  /// A space, tab or line break, often the sign of a text that was copied or wrapped (RFC 4648 §3.3).
  case whiteSpace(position: Int)

  /// Anything else outside `A-Z a-z 0-9 - _`; `+` and `/` are of plain base64 (RFC 4648 §5).
  case foreignCharacter(position: Int)

  /// A length that no octets encode to, because one character is left over after groups of four: the text was cut.
  case impossibleLength(Int)

  /// The last character has bits set that belong to no octet (RFC 4648 §3.5). To ignore them would let several texts
  /// stand for the same octets.
  case nonZeroSpareBits
}

extension Base64URLError: CustomStringConvertible {
  /// What is wrong, why it matters and what to do, without any of the text.
  public var description: String {
    switch self {
    case .padding(let position):
      "Not base64url: padding (\"=\") at position \(position). OAuth uses base64url without padding; "
        + "remove it where the text is made."
    case .whiteSpace(let position):
      "Not base64url: white space or a line break at position \(position). The text was probably wrapped or copied "
        + "with what surrounds it; pass it whole and without spaces."
    case .foreignCharacter(let position):
      "Not base64url: the character at position \(position) isn't one of A-Z, a-z, 0-9, \"-\" and \"_\". "
        + "Plain base64 has \"+\" and \"/\" in place of \"-\" and \"_\"; encode with the URL-safe alphabet."
    case .impossibleLength(let count):
      "Not base64url: no octets encode to \(count) characters. The text was probably cut; pass it whole."
    case .nonZeroSpareBits:
      "Not base64url: the last character has bits set that belong to no octet. The text was changed or made by a "
        + "faulty encoder; ask for it anew."
    }
  }
}
