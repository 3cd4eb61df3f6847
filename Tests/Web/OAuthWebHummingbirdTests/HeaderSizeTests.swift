import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

// nginx accepts 4 KB of an answer's fields and 8 KB of a request's by default.
@Suite("The fields of answers and requests") struct HeaderSizeTests {
  /// Checks the bytes of an answer's fields, with those that a server adds, and of the cookies.
  private func check(_ response: TestResponse, _ browser: TestBrowser) {
    let bytes = response.headers.reduce(100) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    #expect(bytes <= 3_500)
    let cookies = browser.cookies.reduce(0) { $0 + BrowserCookie.bytes($1.key, $1.value) }
    #expect(cookies <= AttemptCookies.maximumBytes)
  }

  /// Opens a page and checks the answer.
  private func open(_ path: String, _ browser: TestBrowser, at client: any TestClientProtocol) async throws
    -> TestResponse
  {
    let response = try await browser.open(path, at: client)
    check(response, browser)
    return response
  }

  @Test(arguments: SignInTests.storages.indices)
  func `stay short, from a long path to the sign-in and back to it`(storage: Int) async throws {
    let site = try TestSite()
    let path = "/private?" + String(repeating: "a/%2F&b=|", count: 221) + "z"
    #expect(path.utf8.count == ReturnPath.maximumBytes - 1)
    try await site.run(try site.instance(SignInTests.storages[storage]())) { client in
      let browser = TestBrowser()
      for _ in 0..<4 {
        let asked = try await open(path, browser, at: client)
        let page = try await open(try #require(asked.path), browser, at: client)
        let link = try #require(page.text.firstMatch(of: /href="(\/sign-in\/login[^"]*)"/)?.1)
        let begun = try await open(String(link).replacing("&amp;", with: "&"), browser, at: client)
        let location = try #require(begun.headers[.location])
        let callback = try await site.server.user.visit(location, through: site.server.transport)
        let signedIn = try await open(String(callback.trimmingPrefix(TestSite.address)), browser, at: client)
        #expect(browser.session != nil)
        let last = try await open(try #require(signedIn.path), browser, at: client)
        #expect(last.path == path)
        browser.set("__Host-session", nil)
      }
    }
  }

  // A link of the application's own.
  @Test func `stay short if a link to the sign-in has a long path`() async throws {
    let site = try TestSite()
    let path = "/private?" + String(repeating: "%2F", count: 600)
    let query = (["return": path] as FormParameters).queryEncoded()
    try await site.run(try site.instance()) { client in
      for address in ["/sign-in", "/sign-in/login"] {
        let browser = TestBrowser()
        let first = try await open("\(address)?\(query)&x=1", browser, at: client)
        let short = try #require(first.path)
        #expect(short.hasPrefix(address + "?return=") && short.hasSuffix("&x=1") && short.utf8.count < 60)
        #expect(try await open(short, browser, at: client).status == (address == "/sign-in" ? .ok : .seeOther))
      }
      let browser = TestBrowser()
      let elsewhere = try await browser.open("/sign-in?return=~AAAAAAAAAAAAAAAA", at: client)
      #expect(elsewhere.text.contains(#"href="/sign-in/login""#))
    }
  }

  @Test func `stay short after fifty sign-ins that begin at once, and the last one works`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      for _ in 0..<50 {
        let tab = TestBrowser()
        _ = try await tab.open("/sign-in/login?return=/private", at: client)
        for (name, value) in tab.cookies { browser.set(name, value) }
      }
      #expect(browser.cookies.count <= 8)
      let signedIn = try await browser.signIn(at: client, of: site, returningTo: "/private")
      check(signedIn, browser)
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }
}
