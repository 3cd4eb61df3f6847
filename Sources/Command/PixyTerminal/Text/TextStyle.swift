/// Whether text on one stream has colours. Colours repeat what the words say, so nothing is lost
/// without them.
package struct TextStyle: Sendable {
  /// The meaning of a colour.
  package enum Meaning: String, Sendable {
    case good = "32"
    case doubtful = "33"
    case bad = "1;31"
  }

  let hasColours: Bool

  /// The style without colours.
  static let plain = TextStyle(hasColours: false)

  private init(hasColours: Bool) { self.hasColours = hasColours }

  /// Chooses the style of a stream.
  ///
  /// - Parameters:
  ///   - environment: The environment. A non-empty `NO_COLOR` turns colours off. Otherwise a
  ///     `CLICOLOR_FORCE` other than empty and `0` turns colours on for every stream, and
  ///     `TERM=dumb` turns them off.
  ///   - isTerminal: Whether the stream is a terminal.
  package init(_ environment: [String: String], isTerminal: Bool) {
    if let none = environment["NO_COLOR"], !none.isEmpty {
      hasColours = false
    } else if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" {
      hasColours = true
    } else {
      hasColours = isTerminal && environment["TERM"] != "dumb"
    }
  }

  /// Returns the text in the colour of its meaning (ECMA-48 §8.3.117).
  package func mark(_ text: String, _ meaning: Meaning) -> String {
    hasColours ? "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a message line, whose first word has a colour if the line reports a problem.
  package func said(_ line: String) -> String {
    guard hasColours, let (word, meaning) = Self.alarms.first(where: { line.hasPrefix($0.word) }) else { return line }
    return mark(word, meaning) + line.dropFirst(word.count)
  }

  private static let alarms: [(word: String, meaning: Meaning)] = [
    ("pixy:", .bad), ("critical:", .bad), ("error:", .bad), ("warning:", .doubtful),
  ]
}
