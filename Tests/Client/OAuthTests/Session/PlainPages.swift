import OAuthServer

/// Pages without any design, for played users.
struct PlainPages: Pages {
  let styleSheet = ""

  func html(_ page: Page, for languages: LanguagePreference) -> String { "<!DOCTYPE html><title>page</title>" }
}
