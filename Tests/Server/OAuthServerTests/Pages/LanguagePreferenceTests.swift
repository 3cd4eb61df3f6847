import Evidence
import OAuthServer
import Testing

@Suite(.covers("RFC 4647 §3.4, server")) struct LanguagePreferenceTests {
  // RFC 9110 §12.5.4 and §12.4.2.
  @Test(arguments: [
    ("da, en-gb;q=0.8, en;q=0.7", ["da", "en-gb", "en"]), ("en;q=0.7,de", ["de", "en"]),
    ("de;q=0.5, en;q=0.5", ["de", "en"]),
    ("*", ["*"]), ("en, *;q=0.1", ["en", "*"]), ("de;q=0, en", ["en"]), ("de;q=0.000,en;Q=1.000", ["en"]),
    (" de ; q = 0.3 , en\t;q=0.9", ["en", "de"]), ("", []), (",,de,,", ["de"]),
    ("de;q=1.001, fr;q=2, it;q=-1, es;q=0.1234, pt;q=a, nl;q=, sv;level=1, en", ["en"]),
    ("de_DE, <script>, ü, -de, de-, 1de, abcdefghi, en", ["en"]), ("sr-Latn-RS,zh-419", ["sr-latn-rs", "zh-419"]),
  ])
  func `Accept-Language is ordered by weight, and malformed parts are ignored`(
    _ value: String, _ ranges: [String]
  ) {
    #expect(LanguagePreference(acceptLanguage: [value]).ranges == ranges)
  }

  @Test func `Repeated fields are one list`() {
    #expect(LanguagePreference(acceptLanguage: ["de;q=0.5", "en"]).ranges == ["en", "de"])
  }

  // OpenID Connect Core §3.1.2.1: "a space-separated list of BCP47 language tag values, ordered by
  // preference".
  @Test(arguments: [("fr-CA fr en", ["fr-ca", "fr", "en"]), ("", []), ("  de  ", ["de"]), ("de;q=1 en", ["en"])])
  func `ui_locales is read in order`(_ value: String, _ ranges: [String]) {
    #expect(LanguagePreference(uiLocales: value).ranges == ranges)
  }

  @Test(arguments: [
    ("de", "de"), ("de-AT", "de"), ("fr", "en"), ("fr, de;q=0.5", "de"), ("*", "en"), ("*, de", "en"), ("pt", "pt-BR"),
    ("pt-PT", "pt-BR"), ("zh-Hant-TW", "zh-Hant"), ("zh", "zh-Hant"), ("", "en"), ("d", "en"), ("den", "en"),
  ])
  func `The best language is the first available one, if necessary without its last subtags`(
    _ value: String, _ best: String
  ) {
    let tags = ["en", "de", "pt-BR", "zh-Hant"]
    #expect(LanguagePreference(acceptLanguage: [value]).best(of: tags) == best)
  }

  @Test func `The request's languages come before the browser's`() {
    let both = LanguagePreference(uiLocales: "fr de").orElse(LanguagePreference(acceptLanguage: ["en"]))
    #expect(both.best(of: ["en", "de"]) == "de" && both.best(of: ["en"]) == "en" && both.best(of: []) == nil)
  }

  @Test func `At most 32 languages are read`() {
    let many = (0..<50_000).map { _ in "aa" }
    #expect(LanguagePreference(acceptLanguage: [many.joined(separator: ",")]).ranges.count <= 32)
    #expect(LanguagePreference(acceptLanguage: many).ranges.count <= 32)
    #expect(LanguagePreference(uiLocales: many.joined(separator: " ")).ranges.count <= 32)
  }
}
