import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthProviders
import OAuthTestSupport
@testable import OAuthWebHummingbird
@testable import OAuthWebSessions
import Testing

@Suite("The pages") struct PagesTests {
  static let hostile = "\"><script>alert(1)</script><b x='&amp;{{words}}{{{words}}}"

  private func pages(_ value: String) throws -> [String] {
    let pages = try MustacheSignInPages(title: value)
    let all: [WebSignInPage] = [
      .signIn([WebSignInPage.Choice(name: value, address: value)], notice: value),
      .signOut(WebSignInPage.SignOut(address: value, field: value, token: Secret(value), name: value)),
      .leaving(name: value, address: value),
      .continuing(name: value, address: value),
      .problem(
        WebSignInPage.Problem(
          title: value, words: value, code: value, signInAddress: value, continueAddress: value)),
    ]
    return all.map { pages.html($0, styleSheet: value) }
  }

  @Test(.covers("attack: markup in a name")) func `escape every value`() throws {
    for html in try pages(Self.hostile) {
      #expect(!html.contains("<script") && !html.contains("<b x=") && !html.contains("alert(1)<"))
      #expect(html.contains("{{words}}"))
    }
  }

  // In Swift "<" forms one character with each of these scalars; a browser sees a tag all the same.
  @Test(arguments: ["\u{600}<b", "<\u{301}b", "\"\u{200D}b", "\u{D4E}>b", "\u{110BD}'b", "<\u{20DD}b"])
  func `escape what is one character with its neighbours in Swift and none in a browser`(value: String) throws {
    func markup(_ html: String) -> [UInt8] { html.utf8.filter { "<>\"'".utf8.contains($0) } }
    for (hostile, plain) in zip(try pages(value), try pages("b")) { #expect(markup(hostile) == markup(plain)) }
  }

  @Test(.covers("attack: markup in a name")) func `allow no script, no frame and nothing from elsewhere`() async throws
  {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      for path in ["/sign-in", "/callback/login?code=x&state=y", "/sign-in/nowhere", "/sign-out/x"] {
        let answer = try await browser.open(path, at: client)
        #expect(
          answer.headers[.contentSecurityPolicy]
            == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'")
        #expect(!answer.text.contains("<script") && !answer.text.contains(" style=") && !answer.text.contains("<style"))
        #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.xFrameOptions] == "DENY" && answer.headers[.referrerPolicy] == "same-origin")
        #expect(answer.headers[.crossOriginOpenerPolicy] == "same-origin")
        #expect(answer.headers[.strictTransportSecurity] == "max-age=31536000")
        #expect(answer.text.contains(#"<html lang="en">"#) && answer.text.contains("<h1>"))
      }
      let style = try await browser.open("/sign-in/style.css", at: client)
      #expect(style.headers[.contentType] == "text/css; charset=utf-8")
      #expect(style.text.contains("prefers-color-scheme: dark"))
    }
  }

  @Test(arguments: [
    "https://a.example;script-src", "https://a.example'", "https://a.example, x", "https://*", "https://a b", "",
  ])
  func `of the application load pictures from one origin only`(origin: String) throws {
    let signIn = try TestSite().instance()
    let policy = signIn.page("<p>", imageOrigin: origin).headers[.contentSecurityPolicy]
    #expect(policy?.contains("img-src 'self'; ") == true || origin.isEmpty)
    let picture = signIn.page("<p>", imageOrigin: "https://lh3.googleusercontent.com")
    let images = "img-src 'self' https://lh3.googleusercontent.com;"
    #expect(picture.headers[.contentSecurityPolicy]?.contains(images) == true)
  }

  @Test func `for errors show no internal details`() {
    struct Internal: Error { let secret = "hidden" }
    let problem = WebProblem(Internal())
    #expect(problem.status == .internalServerError && !"\(problem)".contains("hidden"))
    let provider = WebProblem(ProviderError.clientSecretMissing(provider: "Google"))
    #expect(provider.code == "client_secret_missing" && !provider.words.contains("secret is missing"))
  }

  @Test func `can be the application's own`() async throws {
    struct OwnPages: SignInPages {
      let styleSheet = "b { color: red }"
      func html(_ page: WebSignInPage, styleSheet: String) throws -> String {
        guard case .signIn(let choices, _) = page else { throw WebSignInError.template }
        return "own \(choices.map(\.address)) \(styleSheet)"
      }
    }
    let site = try TestSite()
    let signIn = try WebSignIn(
      [try site.client()], at: Endpoint(TestSite.address), key: site.key,
      paths: SignInPaths(signIn: "/account/enter"), pages: OwnPages())
    try await site.run(signIn) { client in
      let browser = TestBrowser()
      let page = try await browser.open("/account/enter?return=/x", at: client)
      #expect(page.text == #"own ["/account/enter/login?return=%2Fx"] /account/enter/style.css"#)
      #expect(try await browser.open("/account/enter/style.css", at: client).text == "b { color: red }")
      // A page that can't be rendered is a status.
      let problem = try await browser.open("/callback/login?state=x", at: client)
      #expect(problem.status == .badRequest && problem.text.isEmpty)
    }
  }

  @Test func `say in the log what happened, and show no secret there`() async throws {
    let site = try TestSite()
    let cookies = try await withSecrets(of: site)
    let secrets = site.transport.secrets.union(cookies)
    #expect(secrets.count >= 9)
    let log = site.logs.records.joined(separator: "\n")
    for secret in secrets { #expect(!log.contains(secret)) }
    for words in ["sign-in begun", "signed in", "signed out", "request rejected"] { #expect(log.contains(words)) }
    #expect(!log.contains("Ada Lovelace") && !log.contains("ada@example.com"))
  }

  /// Signs in and out, and returns the cookies and form tokens.
  private func withSecrets(of site: TestSite) async throws -> Set<String> {
    let browser = TestBrowser()
    let found = Found()
    try await site.run(try site.instance(.store(MemorySessionStore()))) { client in
      let callback = try await browser.callback(at: client, of: site)
      found.add(browser.cookies.values)
      _ = try await browser.open(callback, at: client, site: "cross-site")
      _ = try await browser.open(callback, at: client, site: "cross-site")
      found.add(browser.cookies.values)
      let token = try await browser.open("/private/form", at: client).text
      found.add([token])
      _ = try await browser.post("/sign-out", [FormField.name: token + "x"], at: client)
      _ = try await browser.post("/sign-out", [FormField.name: token], at: client)
    }
    return found.all
  }
}
