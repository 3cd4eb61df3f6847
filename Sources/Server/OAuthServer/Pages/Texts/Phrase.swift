/// A text and its values, still separate, so that a page can mark values off from the words around
/// them.
public struct Phrase: Sendable, Hashable, CustomStringConvertible {
  /// A part of a phrase.
  public enum Piece: Sendable, Hashable {
    /// Words of the text.
    case words(String)
    /// A value, which may come from outside and may be written from right to left.
    case value(String)
  }

  /// The parts in order.
  public let pieces: [Piece]

  package init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The phrase as plain text, without marks around values.
  public var description: String {
    pieces.map {
      switch $0 {
      case .words(let text), .value(let text): text
      }
    }.joined()
  }

  /// The phrase as plain text, each value between isolating characters (U+2068, U+2069). They have
  /// the effect of HTML's `bdi`.
  package var isolated: String {
    pieces.map {
      switch $0 {
      case .words(let text): text
      case .value(let text): "\u{2068}" + text + "\u{2069}"
      }
    }.joined()
  }
}
