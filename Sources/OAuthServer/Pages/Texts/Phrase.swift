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

  /// The phrase as plain text, without anything that sets values off.
  public var description: String {
    pieces.map {
      switch $0 {
      case .words(let text), .value(let text): text
      }
    }.joined()
  }
}
