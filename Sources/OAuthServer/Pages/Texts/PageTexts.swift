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

    /// Which way a language is usually written.
    /// - Parameter language: its tag (RFC 5646).
    public init(language: String) {
      let parts = language.lowercased().split(separator: "-").map(String.init)
      let isRightToLeft =
        ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(parts.first)
        || !Set(parts).isDisjoint(with: ["adlm", "arab", "hebr", "thaa"])
      self = isRightToLeft && !parts.contains("latn") ? .rightToLeft : .leftToRight
    }
  }

  /// The language's tag (RFC 5646), such as `de`.
  public let language: String
  /// Which way it is written.
  public let direction: Direction
  private let phrases: [PageText: [Part]]
  /// What scopes mean, by their tokens.
  private let scopes: [String: String]

  private enum Part: Sendable, Hashable {
    case words(String)
    case place(PagePlaceholder)
  }

  /// Takes a language.
  /// - Parameters:
  ///   - language: its tag (RFC 5646): what pages say in `lang`.
  ///   - direction: which way it is written.
  ///   - texts: every text; values' places are written as ``PagePlaceholder`` says. A brace by itself is `{{` or `}}`.
  ///   - scopes: what the server's own scopes let a client do, by their tokens: `["report.read": "read your reports"]`. A scope
  ///     without such words is shown by its name.
  /// - Throws: ``PageTextsError`` if a text isn't there or has a place for a value that it can't have.
  public init(
    language: String, direction: Direction = .leftToRight, texts: [PageText: String], scopes: [String: String] = [:]
  ) throws(PageTextsError) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      guard let text = texts[key] else { throw .missing(key) }
      phrases[key] = try Self.parts(of: text, for: key)
    }
    self.init(
      language: language, direction: direction, phrases: phrases, scopes: try Self.checked(scopes))
  }

  /// The same language with other words.
  /// - Parameters:
  ///   - texts: what to say instead.
  ///   - scopes: what scopes let a client do, by their tokens, also those that have words already.
  /// - Throws: ``PageTextsError`` if a text has a place for a value that it can't have.
  public func replacing(
    _ texts: [PageText: String], scopes: [String: String] = [:]
  ) throws(PageTextsError) -> PageTexts {
    var phrases = phrases
    for (key, text) in texts { phrases[key] = try Self.parts(of: text, for: key) }
    return PageTexts(
      language: language, direction: direction, phrases: phrases,
      scopes: self.scopes.merging(try Self.checked(scopes)) { $1 })
  }

  /// A language that the compiler knows to be whole: a switch over all texts.
  init(builtIn language: String, _ text: (PageText) -> String) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      // What isn't well formed is shown as it is; a test sees to it that nothing is.
      phrases[key] = (try? Self.parts(of: text(key), for: key)) ?? [.words(text(key))]
    }
    self.init(language: language, direction: .leftToRight, phrases: phrases, scopes: [:])
  }

  private init(language: String, direction: Direction, phrases: [PageText: [Part]], scopes: [String: String]) {
    self.language = language
    self.direction = direction
    self.phrases = phrases
    self.scopes = scopes
  }

  /// What a scope lets a client do; `nil` if there are no words for it.
  func phrase(scope token: String) -> Phrase? {
    scopes[token].map { Phrase(pieces: [.words($0)]) }
  }

  /// Words for scopes have no values, so that a brace in them is a mistake.
  private static func checked(_ scopes: [String: String]) throws(PageTextsError) -> [String: String] {
    for (token, text) in scopes.sorted(by: { $0.key < $1.key }) where text.contains(where: { "{}".contains($0) }) {
      throw .placeholderInScope(token)
    }
    return scopes
  }

  /// A text with its values. A value that isn't given leaves its place empty.
  ///
  /// - Parameters:
  ///   - key: which text.
  ///   - values: what stands in its places. One that the text has no place for is left out.
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
