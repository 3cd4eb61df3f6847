import OAuthServer

/// Pages without any design, for people who are played.
struct PlainPages: Pages {
  let styleSheet = ""

  func html(_ page: Page, for languages: LanguagePreference) -> String { "<!DOCTYPE html><title>page</title>" }
}
