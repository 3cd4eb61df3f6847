import Evidence
import Foundation
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import Testing

/// The properties that every page has in every language.
struct EveryPageTests {
  static let languages = ["en", "de"]

  static func html(_ page: Page, _ language: String) throws -> String {
    try MustachePages().html(page, for: LanguagePreference(acceptLanguage: [language]))
  }

  @Test(
    .covers("CVE-2026-44203", "CVE-2024-28855", "CVE-2026-33525"), arguments: languages,
    PageSamples.hostile.all.map(\.page))
  func `Every value is escaped, regardless of its source`(_ language: String, _ page: Page) throws {
    let html = try Self.html(page, language)
    #expect(!html.contains("<b x=") && !html.contains("alert(1)</script>") && !html.contains("\"><script"))
    if case .formPost = page {
      #expect(html.contains("<script>\(FormPostPage.script)</script>") && html.matches(of: /<script/).count == 1)
    } else {
      #expect(!html.contains("<script"))
    }
    for foreign in [
      "<link", "<iframe", "url(", "@import", "style=", "onclick", "javascript:", "<base", "<meta http-equiv",
    ] {
      #expect(!html.contains(foreign), "\(foreign)")
    }
    // The samples' values contain these two tags. Any other tag is an unrendered part of a
    // template.
    let rest = html.replacing("{{username}}", with: "").replacing("{{{issuer}}}", with: "")
    #expect(!rest.contains("{{") && !rest.contains("}}"))
  }

  @Test(arguments: languages, PageSamples().all.map(\.page))
  func `Every page works with screen readers`(_ language: String, _ page: Page) throws {
    let html = try Self.html(page, language)
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language)\" dir=\"ltr\">"))
    for (part, count) in [("<main>", 1), ("<h1>", 1), ("<title>", 1), ("<style>", 1), ("name=\"viewport\"", 1)] {
      #expect(html.components(separatedBy: part).count == count + 1, "\(part)")
    }
    #expect(html.matches(of: /<title>\s*<\/title>|<h1>\s*<\/h1>|<button[^>]*>\s*<\/button>|<p[^>]*>\s*<\/p>/).isEmpty)
    let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for input in html.matches(of: /<input[^>]*>/).map({ String($0.0) }) where !input.contains("type=\"hidden\"") {
      let id = try #require(input.firstMatch(of: /id="([^"]*)"/)).1
      #expect(html.contains("<label for=\"\(id)\">"))
    }
    for described in html.matches(of: /aria-describedby="([^"]*)"/) { #expect(ids.contains(String(described.1))) }
    for link in html.matches(of: /<a [^>]*>/) { #expect(link.0.contains("rel=\"noopener noreferrer\"")) }
    #expect(html.matches(of: /autofocus/).count <= 1)
  }

  @Test func `Browsers that signed in within one minute have different times`() throws {
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    let sessions = (0..<3).map { number in
      AccountPage.Session(id: "\(number)", signedIn: moment + Double(number), isCurrent: number == 2)
    }
    let page = AccountPage(
      person: "Ada", applications: [], sessions: sessions, issuer: "https://a.example", action: "/account",
      hiddenFields: [])
    let html = try Self.html(.account(page), "en")
    for second in 0..<3 { #expect(html.contains("2027-01-15 08:00:0\(second) UTC"), "\(html)") }
  }

  @Test(arguments: PageSamples().all.map(\.page))
  func `Every form has a button to refuse, and Return approves`(_ page: Page) throws {
    let html = try Self.html(page, "en")
    guard html.contains("<form"), html.contains("type=\"submit\"") || html.contains("<button") else { return }
    if case .formPost = page { return }
    // The account page has no text field, in which Return would press a button.
    if case .account = page {
      #expect(html.matches(of: /<input[^>]*>/).allSatisfy { $0.0.contains("type=\"hidden\"") })
      return
    }
    let deny = try #require(html.firstRange(of: "name=\"decision\" value=\"deny\""))
    let first = try #require(html.firstRange(of: "<button"))
    #expect(first.lowerBound < deny.lowerBound)
    #expect(!html[first.lowerBound..<deny.lowerBound].contains("value=\"deny\""))
  }

  @Test(
    .covers("OP form_post: oidcc-server", "OP form_post: oidcc-idtoken-signature"),
    arguments: PageSamples().all.map(\.page))
  func `Every page works as a plain HTML form`(_ page: Page) throws {
    let html = try Self.html(page, "en")
    let forms = html.components(separatedBy: "<form")
    guard forms.count > 1 else {
      #expect(!html.contains("<input") && !html.contains("<button"))
      return
    }
    // One form in the default encoding, which contains all fields and a button that sends it.
    #expect(forms.count == 2 && forms[1].hasPrefix(" method=\"post\" action=\"") && !html.contains("enctype"))
    let parts = forms[1].components(separatedBy: "</form>")
    #expect(parts.count == 2 && parts[0].contains("<button"))
    for outside in [forms[0], parts[1]] { #expect(!outside.contains("<input") && !outside.contains("<button")) }
    for input in parts[0].matches(of: /<input[^>]*>/) { #expect(input.0.contains(" name=\"")) }
    #expect(parts[0].matches(of: /<button[^>]*type=|<a [^>]*role=|formaction|formmethod/).isEmpty)
  }

  // The conformance tests oidcc-registration-policy-uri and oidcc-registration-tos-uri.
  @Test(
    .covers("OP dynamic: oidcc-registration-policy-uri", "OP dynamic: oidcc-registration-tos-uri"),
    arguments: PageSamples().all.map(\.page))
  func `A page that asks for permission leads to the client's policy and terms`(_ page: Page) throws {
    switch page {
    case .signIn, .consent, .deviceSignIn: break
    default: return
    }
    let html = try Self.html(page, "en")
    #expect(html.contains("<a href=\"https://photos.example/terms\" target=\"_blank\""))
    #expect(html.contains("<a href=\"https://photos.example/privacy?a=1&amp;b="))
  }

  @Test func `A page is in the user's language, and declares it`() throws {
    let page = PageSamples().all[0].page
    #expect(try Self.html(page, "de-AT").contains("<h1>Anmelden</h1>"))
    #expect(try Self.html(page, "fr").contains("<h1>Sign in</h1>"))
    let german = try MustachePages(texts: [.german])
    #expect(german.html(page, for: LanguagePreference(uiLocales: "en")).contains("lang=\"de\""))
    #expect(try MustachePages(texts: []).html(page, for: .none).contains("lang=\"en\""))
  }

  @Test func `A right-to-left language declares its direction`() throws {
    var texts: [PageText: String] = [:]
    for key in PageText.allCases {
      texts[key] = key.placeholders.map { "{\($0.rawValue)}" }.joined() + " שלום"
    }
    let hebrew = try PageTexts(language: "he", direction: .rightToLeft, texts: texts)
    let html = try MustachePages(texts: [.english, hebrew]).html(
      PageSamples().all[0].page, for: LanguagePreference(uiLocales: "he"))
    #expect(html.contains("<html lang=\"he\" dir=\"rtl\">") && html.contains("<bdi>Photo Album</bdi> שלום"))
  }

  @Test(.covers("RFC 9700 §4.2.2", "OP dynamic: oidcc-registration-logo-uri"))
  func `A logo is shown beside the name, and loaded without telling from where`() throws {
    let links = ClientLinks(logo: "https://cdn.example/logo.png?a=1&b=2")
    let page = SignInPage(
      client: ClientCard(name: "App", links: links), destination: .website("app.example"),
      issuer: "https://login.example",
      action: "/", hiddenFields: [])
    let html = try Self.html(.signIn(page), "en")
    #expect(
      html.contains(
        "<img class=\"logo\" src=\"https://cdn.example/logo.png?a=1&amp;b=2\" alt=\"\" width=\"48\" height=\"48\" "
          + "referrerpolicy=\"no-referrer\">"))
  }

  @Test func `The device's page has the QR code as a picture with a label`() throws {
    let page = try #require(PageSamples().all.first { $0.name == "device-link" }?.page)
    let html = try Self.html(page, "en")
    #expect(html.contains("role=\"img\" aria-label=\"QR code of the address, with the code in it\""))
    #expect(html.contains("<path d=\"M4 4h7v1h-7z") && html.contains("<p class=\"code\" dir=\"ltr\">WDJB-MJHT</p>"))
  }

  /// Writes every page into the folder of the variable PIXY_PAGES, for `Scripts/document/screenshots`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PIXY_PAGES"] != nil, "PIXY_PAGES names no folder for pages"))
  func `Pages are written for pictures`() throws {
    let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["PIXY_PAGES"]))
    for language in Self.languages {
      for (name, page) in PageSamples().all {
        let html = try Self.html(page, language).replacing("<script>\(FormPostPage.script)</script>", with: "")
        try html.write(to: folder.appending(path: "\(name).\(language).html"), atomically: true, encoding: .utf8)
      }
    }
  }
}
