import Evidence
import HTTPTypes
import HummingbirdTesting
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

/// RFC 9700 §4.7: cross-site request forgery.
@Suite("Requests of other sites", .covers("attack: forms of other sites in an application"))
struct ForeignRequestsTests {
  /// The fields of a form that another site's page posts, without a cookie: it is `SameSite=Lax`.
  static let foreign: [HTTPFields] = [
    [.origin: "https://evil.example", .secFetchSite: "cross-site", .secFetchMode: "navigate"],
    [.origin: "https://evil.example"], [.origin: "null"], [.secFetchSite: "cross-site"],
  ]

  // The browser applies the answer's `Set-Cookie` although it sent no cookie.
  @Test(arguments: foreign.indices, SignInTests.storages.indices)
  func `to the sign-out change nothing in the browser`(fields: Int, storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(SignInTests.storages[storage]())) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      for form in [[:], [FormField.name: "guess"]] {
        let answer = try await TestBrowser().post("/sign-out", form, at: client, Self.foreign[fields])
        #expect(answer.status == .forbidden && answer.text.contains("This came from elsewhere"))
        #expect(answer.headers[.setCookie] == nil && answer.headers[.clearSiteData] == nil)
      }
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  // Each POST that the library answers, and a route's.
  @Test(arguments: [
    "/sign-out", "/callback/login", "/back-channel-logout/login", "/sign-in", "/signed-out", "/private",
  ])
  func `set and delete no cookie`(path: String) async throws {
    let site = try TestSite()
    let store = MemorySessionStore(clock: site.clock.wallClock)
    try await site.run(try site.instance(.store(store))) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      // A sibling's page is of the same site, so its requests have the cookie.
      for (cookies, site) in [([:], "cross-site"), (browser.cookies, "same-site")] {
        let fields: HTTPFields = [.origin: "https://evil.example", .secFetchSite: site, .secFetchMode: "navigate"]
        let form = ["state": "guess", "code": "x", "logout_token": "x"]
        let answer = try await TestBrowser(cookies: cookies).post(path, form, at: client, fields)
        #expect(answer.headers[.setCookie] == nil && answer.headers[.clearSiteData] == nil)
      }
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `of the application's own page delete the cookie only if they have it`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let without = try await TestBrowser().post("/sign-out", [:], at: client)
      #expect(without.path == "/sign-in?notice=signed-out" && without.headers[.setCookie] == nil)
      let stale = TestBrowser(cookies: ["__Host-session": "of-a-session-that-ended"])
      let answer = try await stale.post("/sign-out", [:], at: client)
      #expect(answer.path == "/sign-in?notice=signed-out" && answer.headers[.clearSiteData] == #""cache""#)
      #expect(stale.session == nil)
    }
  }
}

/// Clear Site Data §3.1.
@Suite("The browser's copies of pages", .covers("attack: a signed-in page after the sign-out"))
struct ClearedCopiesTests {
  @Test(arguments: SignInTests.storages.indices)
  func `are deleted at the sign-out, so that Back doesn't show them`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(SignInTests.storages[storage]())) { client in
      let browser = TestBrowser()
      let signedIn = try await browser.signIn(at: client, of: site)
      #expect(signedIn.headers[.clearSiteData] == nil)
      let token = try await browser.open("/private/form", at: client).text
      let answer = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(answer.headers[.clearSiteData] == #""cache""#)
    }
  }

  // Chromium keeps the page with the form only when it shows the next page, after that answer.
  @Test func `are deleted once more by the style sheet of the page after the sign-out`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(.store(MemorySessionStore()))) { client in
      let (browser, address) = (TestBrowser(), "/sign-in/style.css?signed-out")
      try await browser.signIn(at: client, of: site)
      let token = try await browser.open("/private/form", at: client).text
      let leaving = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(leaving.text.contains(address))
      for (notice, isAfterSession) in [
        ("signed-out", true), ("signed-out-here", true), ("ended", true), ("needed", false),
      ] {
        let page = try await browser.open("/sign-in?notice=\(notice)", at: client)
        #expect(page.text.contains(address) == isAfterSession)
      }
      let style = try await browser.open(address, at: client)
      #expect(style.headers[.clearSiteData] == #""cache""# && style.headers[.cacheControl] == "no-store")
      // Not for another site's page, and not with the other pages.
      let foreign = try await browser.open(address, at: client, site: "cross-site")
      let usual = try await browser.open("/sign-in/style.css", at: client)
      for style in [foreign, usual] {
        #expect(style.headers[.clearSiteData] == nil && style.headers[.cacheControl] == "max-age=3600")
      }
    }
  }

  @Test func `are deleted when a user signs in where another one's session was`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser(cookies: ["__Host-session": "of-a-session-that-ended"])
      let first = try await browser.signIn(at: client, of: site)
      #expect(first.headers[.clearSiteData] == #""cache""#)
      let sameUser = try await browser.signIn(at: client, of: site)
      #expect(sameUser.headers[.clearSiteData] == nil)
    }
  }
}
