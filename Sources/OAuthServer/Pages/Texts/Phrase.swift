/// A text with values in their places, still apart, so that a page can set values off from the words around them.
public struct Phrase: Sendable, Hashable, CustomStringConvertible {
  /// A stretch of a phrase.
  public enum Piece: Sendable, Hashable {
    /// Words of the text.
    case words(String)
    /// A value, which may come from outside and be written from right to left.
    case value(String)
  }

  /// What it consists of, in order.
  public let pieces: [Piece]

  package init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The phrase as plain text, without anything that sets values off.
  public var description: String {
    pieces.map {
      switch $0 {
      case .words(let text), .value(let text): text
      }
    }.joined()
  }

  /// The phrase as plain text in which each value is set off by characters (U+2068, U+2069), as HTML does it with `bdi`.
  package var isolated: String {
    pieces.map {
      switch $0 {
      case .words(let text): text
      case .value(let text): "\u{2068}" + text + "\u{2069}"
      }
    }.joined()
  }
}
