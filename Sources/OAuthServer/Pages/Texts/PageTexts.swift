/// Everything that pages say, in one language.
///
/// English and German are there; a deployer adds languages, or replaces texts, and gives them to `MustachePages`.
public struct PageTexts: Sendable, Hashable {
  /// Which way a language is written.
  public enum Direction: String, Sendable, Hashable {
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"
  }

  /// The language's tag (RFC 5646), such as `de`.
  public let language: String
  /// Which way it is written.
  public let direction: Direction
  private let phrases: [PageText: [Part]]

  private enum Part: Sendable, Hashable {
    case words(String)
    case place(PagePlaceholder)
  }

  /// Takes a language.
  /// - Parameters:
  ///   - language: its tag (RFC 5646): what pages say in `lang`.
  ///   - direction: which way it is written.
  ///   - texts: every text; values' places are written as ``PagePlaceholder`` says. A brace by itself is `{{` or `}}`.
  /// - Throws: ``PageTextsError`` if a text isn't there or has a place for a value that it can't have.
  public init(
    language: String, direction: Direction = .leftToRight, texts: [PageText: String]
  ) throws(PageTextsError) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      guard let text = texts[key] else { throw .missing(key) }
      phrases[key] = try Self.parts(of: text, for: key)
    }
    self.language = language
    self.direction = direction
    self.phrases = phrases
  }

  /// The same language with other words.
  /// - Parameter texts: what to say instead.
  /// - Throws: ``PageTextsError`` if a text has a place for a value that it can't have.
  public func replacing(_ texts: [PageText: String]) throws(PageTextsError) -> PageTexts {
    var phrases = phrases
    for (key, text) in texts { phrases[key] = try Self.parts(of: text, for: key) }
    return PageTexts(language: language, direction: direction, phrases: phrases)
  }

  /// A language that the compiler knows to be whole: a switch over all texts.
  init(builtIn language: String, _ text: (PageText) -> String) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      // What isn't well formed is shown as it is; a test sees to it that nothing is.
      phrases[key] = (try? Self.parts(of: text(key), for: key)) ?? [.words(text(key))]
    }
    self.init(language: language, direction: .leftToRight, phrases: phrases)
  }

  private init(language: String, direction: Direction, phrases: [PageText: [Part]]) {
    self.language = language
    self.direction = direction
    self.phrases = phrases
  }

  /// A text with its values. A value that isn't given leaves its place empty.
  public func phrase(_ key: PageText, _ values: [PagePlaceholder: String] = [:]) -> Phrase {
    Phrase(
      pieces: (phrases[key] ?? []).compactMap { part in
        switch part {
        case .words(let text): .words(text)
        case .place(let place): values[place].map { .value($0) }
        }
      })
  }

  private static func parts(of text: String, for key: PageText) throws(PageTextsError) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { parts.append(.words(String(rest[..<brace]))) }
      let after = rest.index(after: brace)
      if after < rest.endIndex, rest[after] == rest[brace] {
        parts.append(.words(String(rest[brace])))
        rest = rest[rest.index(after: after)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[after...].firstIndex(of: "}"),
        let place = PagePlaceholder(rawValue: String(rest[after..<end])), key.placeholders.contains(place)
      else { throw .unknownPlaceholder(key) }
      parts.append(.place(place))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? parts : parts + [.words(String(rest))]
  }
}
