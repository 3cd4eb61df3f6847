/// Turns what the server wants to show into HTML.
///
/// `MustachePages` in `OAuthServerHummingbird` is the implementation to use; a deployer may write another. The server
/// sends the page with a Content-Security-Policy that allows no frame, nothing from elsewhere but a client's logo, one style
/// sheet, and no script but ``FormPostPage/script`` where it is due.
public protocol Pages: Sendable {
  /// The text of the one `<style>` element that every page has, exactly as between its tags: the
  /// Content-Security-Policy allows it by its hash. Empty if the pages have none.
  var styleSheet: String { get }

  /// A whole HTML document.
  ///
  /// Every text in the page must be escaped: names, user names and addresses come from outside. Go by octets or scalars: as a `Character`
  /// `<` may be one with what stands beside it, and isn't found.
  /// - Parameters:
  ///   - page: what to show.
  ///   - languages: what the reader understands, best first. The document says in `lang` which one it chose; ``PageTexts``
  ///     has every text in every language.
  /// - Throws: if the page can't be made; the person then sees a line of plain text.
  func html(_ page: Page, for languages: LanguagePreference) throws -> String
}
