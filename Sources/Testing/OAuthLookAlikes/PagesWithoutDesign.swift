public import OAuthServer

/// Pages with a title and nothing else, for tests and simulated users.
///
/// A user with a real browser needs others, such as `MustachePages`.
public struct PagesWithoutDesign: Pages {
  /// The empty style sheet.
  public let styleSheet = ""

  /// Creates the pages.
  public init() {}

  /// Returns the same document for every page: a title and nothing else.
  public func html(_ page: Page, for languages: LanguagePreference) -> String {
    "<!DOCTYPE html><title>Look-alike</title>"
  }
}
