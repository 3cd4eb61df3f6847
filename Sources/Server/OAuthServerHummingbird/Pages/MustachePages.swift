internal import HTMLTemplates
internal import Mustache
internal import OAuthCore
public import OAuthServer

/// The server's pages as HTML, rendered with Mustache. Every value is escaped.
///
/// The pages work without JavaScript and with screen readers. They load only a client's logo, and
/// follow the device's light or dark mode and text size. English and German are built in, and so
/// are the templates. An operator can replace every text and every template.
///
/// ```swift
/// let pages = try MustachePages(
///   texts: MustachePages.texts(inFolder: "/etc/login/texts"),
///   templates: MustachePages.templates(inFolder: "/etc/login/templates"))
/// ```
public struct MustachePages: Pages {
  /// The style sheet that all pages share.
  public let styleSheet: String
  private let library: MustacheLibrary
  private let languages: [String: Language]
  private let tags: [String]

  /// A language. `plain` has its texts without values, which templates use as `{{t.name}}`.
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

  /// Parses the templates. Create the pages once, when the server starts.
  /// - Parameters:
  ///   - texts: The languages. The first one is for users who understand none of them. An empty
  ///     array means English. Default: English and German.
  ///   - templates: Replacements for built-in templates. They have to use the fields of
  ///     `PageField`, and to write values with two braces, which escape them. Default: none.
  /// - Throws: ``MustachePagesError/malformed(_:)`` if a template can't be parsed, or if the style
  ///   sheet contains `</style`.
  public init(
    texts: [PageTexts] = [.english, .german], templates: [PageTemplate: String] = [:]
  ) throws(MustachePagesError) {
    var library = MustacheLibrary()
    for template in PageTemplate.allCases where template != .style {
      do {
        try library.register(
          HTMLText.template(templates[template] ?? template.builtIn), named: template.rawValue)
      } catch {
        throw .malformed(template)
      }
    }
    styleSheet = templates[.style] ?? PageTemplate.style.builtIn
    guard !styleSheet.lowercased().contains("</style") else { throw .malformed(.style) }
    self.library = library
    let texts = texts.isEmpty ? [.english] : texts
    tags = texts.map(\.language)
    languages = Dictionary(texts.map { ($0.language, Language($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Renders a page as a complete HTML document.
  /// - Parameters:
  ///   - page: The page with its values.
  ///   - languages: The user's preference. The best available language is used.
  /// - Returns: The HTML document.
  public func html(_ page: Page, for languages: LanguagePreference) -> String {
    let language = languages.best(of: tags).flatMap { self.languages[$0] } ?? Language(.english)
    var values = PageValues(language)
    let template = values.add(page)
    values.set("style", styleSheet)
    return library.render(values.all, withTemplate: template.rawValue) ?? ""
  }
}
