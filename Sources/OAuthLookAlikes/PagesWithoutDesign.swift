public import OAuthServer

/// Pages for people who are played and read nothing. Whoever has a browser needs others, such as `MustachePages`.
public struct PagesWithoutDesign: Pages {
  /// They have none.
  public let styleSheet = ""

  /// Pages that all look the same.
  public init() {}

  /// A document with a title and nothing else.
  public func html(_ page: Page, for languages: LanguagePreference) -> String {
    "<!DOCTYPE html><title>Look-alike</title>"
  }
}
