/// Whether text for one stream has colours: they say again what the words say, so nothing is lost without them.
struct TextStyle: Sendable {
  /// What a colour says.
  enum Meaning: String, Sendable {
    case good = "32"
    case doubtful = "33"
    case bad = "1;31"
  }

  let hasColours: Bool

  /// Never any.
  static let plain = TextStyle(hasColours: false)

  private init(hasColours: Bool) { self.hasColours = hasColours }

  /// Decides it for a stream.
  ///
  /// - Parameters:
  ///   - environment: `NO_COLOR` with any value but an empty one means none; otherwise `CLICOLOR_FORCE` with any value but an empty one and `0`
  ///     means colours whatever the stream is, and `TERM=dumb` a terminal without.
  ///   - isTerminal: whether the stream is one.
  init(_ environment: [String: String], isTerminal: Bool) {
    if let none = environment["NO_COLOR"], !none.isEmpty {
      hasColours = false
    } else if let forced = environment["CLICOLOR_FORCE"], !forced.isEmpty, forced != "0" {
      hasColours = true
    } else {
      hasColours = isTerminal && environment["TERM"] != "dumb"
    }
  }

  /// The text in the colour of what it means (ECMA-48 §8.3.117).
  func mark(_ text: String, _ meaning: Meaning) -> String {
    hasColours ? "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A line that is said to the person: its first word has a colour if it says that something is wrong.
  func said(_ line: String) -> String {
    guard hasColours, let (word, meaning) = Self.alarms.first(where: { line.hasPrefix($0.word) }) else { return line }
    return mark(word, meaning) + line.dropFirst(word.count)
  }

  private static let alarms: [(word: String, meaning: Meaning)] = [
    ("pixy:", .bad), ("critical:", .bad), ("error:", .bad), ("warning:", .doubtful),
  ]
}
