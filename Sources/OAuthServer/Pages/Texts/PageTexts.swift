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
  /// What authorization details ask for, by their types.
  private let details: [String: DetailWords]

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
  ///   - details: what authorization details ask for (RFC 9396), by their types, with the paths of their fields in braces:
  ///     `["payment": "pay {amount.value} {amount.currency} to {creditor}"]`. Fields without a place follow with their names, so that a
  ///     person sees everything; of a value that is longer than `UntrustedText` allows they see the beginning, unless its type refuses it. A type without such words explains itself (``AuthorizationDetailType/explanation(of:)``).
  /// - Throws: ``PageTextsError`` if a text isn't there or has a place for a value that it can't have.
  public init(
    language: String, direction: Direction = .leftToRight, texts: [PageText: String], scopes: [String: String] = [:],
    details: [String: String] = [:]
  ) throws(PageTextsError) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      guard let text = texts[key] else { throw .missing(key) }
      phrases[key] = try Self.parts(of: text, for: key)
    }
    self.init(
      language: language, direction: direction, phrases: phrases, scopes: try Self.checked(scopes),
      details: try Self.checked(details: details))
  }

  /// The same language with other words.
  /// - Parameters:
  ///   - texts: what to say instead.
  ///   - scopes: what scopes let a client do, by their tokens, also those that have words already.
  ///   - details: what authorization details ask for, by their types, also those that have words already.
  /// - Throws: ``PageTextsError`` if a text has a place for a value that it can't have.
  public func replacing(
    _ texts: [PageText: String], scopes: [String: String] = [:], details: [String: String] = [:]
  ) throws(PageTextsError) -> PageTexts {
    var phrases = phrases
    for (key, text) in texts { phrases[key] = try Self.parts(of: text, for: key) }
    return PageTexts(
      language: language, direction: direction, phrases: phrases,
      scopes: self.scopes.merging(try Self.checked(scopes)) { $1 },
      details: self.details.merging(try Self.checked(details: details)) { $1 })
  }

  /// A language that the compiler knows to be whole: a switch over all texts.
  init(builtIn language: String, _ text: (PageText) -> String) {
    var phrases: [PageText: [Part]] = [:]
    for key in PageText.allCases {
      // What isn't well formed is shown as it is; a test sees to it that nothing is.
      phrases[key] = (try? Self.parts(of: text(key), for: key)) ?? [.words(text(key))]
    }
    self.init(language: language, direction: .leftToRight, phrases: phrases, scopes: [:], details: [:])
  }

  private init(
    language: String, direction: Direction, phrases: [PageText: [Part]], scopes: [String: String],
    details: [String: DetailWords]
  ) {
    self.language = language
    self.direction = direction
    self.phrases = phrases
    self.scopes = scopes
    self.details = details
  }

  /// What a scope lets a client do; `nil` if there are no words for it.
  func phrase(scope token: String) -> Phrase? {
    scopes[token].map { Phrase(pieces: [.words($0)]) }
  }

  /// What authorization details of a type ask for; `nil` if there are no words for it.
  func words(detail type: String) -> DetailWords? { details[type] }

  /// The types of authorization details that there are words for, with the fields that have a place in them.
  package var detailPlaces: [String: Set<String>] { details.mapValues(\.places) }

  private static func checked(details: [String: String]) throws(PageTextsError) -> [String: DetailWords] {
    var all: [String: DetailWords] = [:]
    for (type, text) in details.sorted(by: { $0.key < $1.key }) {
      guard let words = DetailWords(text) else { throw .malformedDetail(type) }
      all[type] = words
    }
    return all
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
    guard let text = BracedText(text) else { throw .unknownPlaceholder(key) }
    var parts: [Part] = []
    for part in text.parts {
      switch part {
      case .words(let words): parts.append(.words(words))
      case .place(let name):
        guard let place = PagePlaceholder(rawValue: name), key.placeholders.contains(place) else {
          throw .unknownPlaceholder(key)
        }
        parts.append(.place(place))
      }
    }
    return parts
  }
}
