internal import Mustache
internal import OAuthCore
public import OAuthServer

/// The server's pages as HTML, made with Mustache. Every value is escaped.
///
/// They work without JavaScript, load nothing but a client's logo, follow the device's light or dark mode and text size, and
/// can be read aloud. English and German are built in, and so are the templates; a deployer can replace any text and any
/// template.
public struct MustachePages: Pages {
  /// The one style sheet of all pages.
  public let styleSheet: String
  private let library: MustacheLibrary
  private let languages: [String: Language]
  private let tags: [String]

  /// A language, with the texts that have no values made ready for templates, where they are `{{t.name}}`.
  struct Language: Sendable {
    let texts: PageTexts
    let plain: [String: String]

    init(_ texts: PageTexts) {
      self.texts = texts
      plain = Dictionary(
        uniqueKeysWithValues: PageText.allCases.filter(\.placeholders.isEmpty)
          .map { ($0.rawValue, texts.phrase($0).description) })
    }
  }

  /// Parses the templates; do it once, when the server starts.
  /// - Parameters:
  ///   - texts: the languages, the one for people who understand none of them first. Without any it is English.
  ///   - templates: what to use in place of the templates of these names. They must use the fields of `PageField`, and write
  ///     values with two braces, which escape them.
  /// - Throws: ``MustachePagesError`` if a template is malformed, or the style sheet can't be in a page.
  public init(
    texts: [PageTexts] = [.english, .german], templates: [PageTemplate: String] = [:]
  ) throws(MustachePagesError) {
    var library = MustacheLibrary()
    for template in PageTemplate.allCases where template != .style {
      do {
        try library.register(
          HTMLText.template(templates[template] ?? Self.builtIn(template)), named: template.rawValue)
      } catch {
        throw .malformed(template)
      }
    }
    styleSheet = templates[.style] ?? Self.builtIn(.style)
    guard !styleSheet.lowercased().contains("</style") else { throw .malformed(.style) }
    self.library = library
    let texts = texts.isEmpty ? [.english] : texts
    tags = texts.map(\.language)
    languages = Dictionary(texts.map { ($0.language, Language($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The page as a whole HTML document, in the best language that there is.
  public func html(_ page: Page, for languages: LanguagePreference) -> String {
    let language = languages.best(of: tags).flatMap { self.languages[$0] } ?? Language(.english)
    var values = PageValues(language)
    let template = values.add(page)
    values.set("style", styleSheet)
    return library.render(values.all, withTemplate: template.rawValue) ?? ""
  }
}
