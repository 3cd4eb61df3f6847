/// Renders the server's pages as HTML.
///
/// Use `MustachePages` of `OAuthServerHummingbird`, or write your own. The server sends each page
/// with a Content-Security-Policy that allows no frames, nothing from other origins except a
/// client's logo, one style sheet, and no script except ``FormPostPage/script`` where it is needed.
public protocol Pages: Sendable {
  /// The text of the only `<style>` element of every page, exactly as between its tags: the
  /// Content-Security-Policy allows it by its hash. Empty if the pages have none.
  var styleSheet: String { get }

  /// Renders a whole HTML document.
  ///
  /// Escape every text of the page: names, user names and addresses come from outside. Search for
  /// special characters byte by byte or by Unicode scalars: as a `Character`, `<` may combine with
  /// its neighbour and is not found.
  /// - Parameters:
  ///   - page: The page's content.
  ///   - languages: The reader's preferred languages, best first. The document states the chosen
  ///     one in `lang`; ``PageTexts`` has all texts of a language.
  /// - Throws: An error if the page can't be rendered. The user then sees a line of plain text.
  func html(_ page: Page, for languages: LanguagePreference) throws -> String
}
