internal import OAuthCore

/// The texts of all pages in one language.
///
/// English and German are built in. To add a language or replace texts, pass other values to
/// `MustachePages`.
public struct PageTexts: Sendable, Hashable {
  /// The direction in which a language is written.
  public enum Direction: String, Sendable, Hashable {
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"

    /// Creates the direction in which a language is usually written.
    /// - Parameter language: The language's tag (RFC 5646).
    public init(language: String) {
      let parts = language.lowercased().split(separator: "-").map(String.init)
      let isRightToLeft =
        ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(parts.first)
        || !Set(parts).isDisjoint(with: ["adlm", "arab", "hebr", "thaa"])
      self = isRightToLeft && !parts.contains("latn") ? .rightToLeft : .leftToRight
    }
  }

  /// English.
  public static let english = PageTexts(builtIn: "en", PackageResources.en_json)
  /// German, with the polite form of address.
  public static let german = PageTexts(builtIn: "de", PackageResources.de_json)

  /// The language's tag (RFC 5646), such as `de`.
  public let language: String
  /// The direction in which the language is written.
  public let direction: Direction
  private let phrases: [PageText: [Part]]
  /// The explanations of scopes, by scope token.
  private let scopes: [String: String]
  /// The explanations of authorization details, by type.
  private let details: [String: DetailExplanation]

  private enum Part: Sendable, Hashable {
    case words(String)
    case place(PagePlaceholder)
  }

  /// Creates the texts of a language.
  /// - Parameters:
  ///   - language: The language's tag (RFC 5646), which pages state in `lang`.
  ///   - direction: The direction in which the language is written. Default: left to right.
  ///   - texts: All texts, with a ``PagePlaceholder`` in braces for each value. A literal brace is
  ///     `{{` or `}}`.
  ///   - scopes: The explanations of the server's own scopes, by scope token:
  ///     `["report.read": "read your reports"]`. Other scopes are shown by name. Default: none.
  ///   - details: The explanations of authorization details (RFC 9396), by type, with the paths of
  ///     their fields in braces:
  ///     `["payment": "pay {amount.value} {amount.currency} to {creditor}"]`. Fields without a
  ///     placeholder follow with their names, so that the user sees everything. A value longer than
  ///     `UntrustedText` allows is cut, unless its type rejects it. A type without an entry
  ///     explains itself (``AuthorizationDetailType/explanation(of:)``). Default: none.
  /// - Throws: ``PageTextsError`` if a text is missing or has a placeholder that it can't have.
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

  /// Returns the same language with other texts.
  /// - Parameters:
  ///   - texts: The replacements.
  ///   - scopes: The explanations of scopes to add or replace, by scope token. Default: none.
  ///   - details: The explanations of authorization details to add or replace, by type. Default:
  ///     none.
  /// - Throws: ``PageTextsError`` if a text has a placeholder that it can't have.
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

  /// Creates a built-in language from a file of this module. A mistake in the file stops the first
  /// test.
  private init(builtIn language: String, _ file: [UInt8]) {
    do {
      try self.init(language: language, texts: Self.texts(in: file))
    } catch {
      preconditionFailure("\(language).json: \(error.explanation)")
    }
  }

  private init(
    language: String, direction: Direction, phrases: [PageText: [Part]], scopes: [String: String],
    details: [String: DetailExplanation]
  ) {
    self.language = language
    self.direction = direction
    self.phrases = phrases
    self.scopes = scopes
    self.details = details
  }

  /// Returns the explanation of a scope, or `nil` if there is none.
  func phrase(scope token: String) -> Phrase? {
    scopes[token].map { Phrase(pieces: [.words($0)]) }
  }

  /// Returns the explanation of authorization details of a type, or `nil` if there is none.
  func words(detail type: String) -> DetailExplanation? { details[type] }

  /// The types of authorization details with an explanation, and the fields that have a placeholder
  /// in it.
  package var detailPlaces: [String: Set<String>] { details.mapValues(\.places) }

  private static func checked(details: [String: String]) throws(PageTextsError) -> [String: DetailExplanation] {
    var all: [String: DetailExplanation] = [:]
    for (type, text) in details.sorted(by: { $0.key < $1.key }) {
      guard let words = DetailExplanation(text) else { throw .malformedDetail(type) }
      all[type] = words
    }
    return all
  }

  /// Checks the explanations of scopes. They have no values, so a brace in them is a mistake.
  private static func checked(_ scopes: [String: String]) throws(PageTextsError) -> [String: String] {
    for (token, text) in scopes.sorted(by: { $0.key < $1.key }) where text.contains(where: { "{}".contains($0) }) {
      throw .placeholderInScope(token)
    }
    return scopes
  }

  /// Returns a text with its values filled in.
  ///
  /// - Parameters:
  ///   - key: The text's name.
  ///   - values: The values of the placeholders. A value without a placeholder is ignored; a
  ///     placeholder without a value stays empty.
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
