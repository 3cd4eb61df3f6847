import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("The options of a sign-in") struct SignInOptionsTests {
  let site: TestSite

  init() throws { site = try TestSite() }

  @Test(arguments: [
    ("prompt=login", "prompt=login"), ("prompt=select_account%20consent", "prompt=select_account%20consent"),
    ("login_hint=ada%40example.com", "login_hint=ada%40example.com"), ("prompt=none", "prompt=none"),
  ])
  func `are sent to the provider, and kept by the page`(query: String, sent: String) async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let begun = try await browser.open("/sign-in/login?" + query, at: client)
      #expect(begun.headers[.location]?.hasPrefix(site.server.issuer.text) == true)
      #expect(begun.headers[.location]?.contains("&" + sent) == true)
      let page = try await browser.open("/sign-in?return=/a&" + query, at: client)
      #expect(page.text.contains("/sign-in/login?return=%2Fa&amp;" + query))
      let foreign = try await browser.open("/sign-in/login?" + query, at: client, site: "cross-site")
      #expect(foreign.path == "/sign-in?" + query)
    }
  }

  @Test(arguments: [
    "prompt=none+login", "prompt=evil", "prompt=", "prompt=login&prompt=login", "login_hint=", "login_hint=a%00b",
    "login_hint=a%0Ab", "login_hint=" + String(repeating: "x", count: 257), "acr_values=%22x", "acr_values=a%5Cb",
    "acr_values=%C3%A9", "max_age=-1", "max_age=1.5", "max_age=9999999999", "max_age=%D9%A3", "scope=admin",
    "redirect_uri=https://evil.example", "state=x", "nonce=x", "claims=x", "response_mode=fragment",
  ])
  func `that can't be used are left out`(query: String) async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let plain = try await browser.open("/sign-in/login", at: client)
      let begun = try await browser.open("/sign-in/login?" + query, at: client)
      func names(_ response: TestResponse) -> [String]? {
        response.headers[.location]?.split(separator: "?").last?.split(separator: "&")
          .map { String($0.prefix { $0 != "=" }) }
      }
      #expect(names(begun) == names(plain) && names(plain)?.contains("state") == true)
      #expect(begun.headers[.location]?.contains("evil") == false)
    }
  }

  @Test(arguments: ["login_required", "interaction_required", "consent_required", "account_selection_required"])
  func `with prompt=none lead to the page if the provider needs the user`(error: String) async throws {
    try await site.run(try site.instance(skippingChoice: true)) { client in
      let browser = TestBrowser()
      let begun = try await browser.open("/sign-in/login?return=/private&prompt=none", at: client)
      let state = try #require(begun.headers[.location]?.firstMatch(of: #/[?&]state=([^&]*)/#)).output.1
      let issuer = try #require(site.server.issuer.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let callback = "/callback/login?error=\(error)&state=\(state)&iss=\(issuer)"
      let answer = try await browser.open(callback, at: client, site: "cross-site")
      #expect(answer.path == "/sign-in?return=%2Fprivate&notice=needed")
      // No loop: the page is shown.
      let page = try await browser.open(try #require(answer.path), at: client)
      #expect(page.status == .ok && page.text.contains("Sign in to continue."))
    }
  }

  @Test func `can lead straight to the only provider`() async throws {
    try await site.run(try site.instance(skippingChoice: true)) { client in
      let browser = TestBrowser()
      let asked = try await browser.open("/private", at: client)
      let begun = try await browser.open(try #require(asked.path), at: client)
      #expect(begun.headers[.location]?.hasPrefix(site.server.issuer.text) == true && begun.status == .seeOther)
      let callback = try await site.server.user.visit(
        try #require(begun.headers[.location]), through: site.server.transport)
      let answer = try await browser.open(
        String(callback.trimmingPrefix(TestSite.address)), at: client, site: "cross-site")
      #expect(answer.path == "/private")
      // A stronger sign-in begins at once, too.
      let strong = try await browser.open(try #require(try await browser.open("/strong", at: client).path), at: client)
      #expect(strong.headers[.location]?.contains("&acr_values=strong%20phr") == true)
    }
  }

  @Test func `show the page to other sites' links, to prefetches, after a notice and with two providers`()
    async throws
  {
    try await site.run(try site.instance(skippingChoice: true)) { client in
      let browser = TestBrowser()
      #expect(try await browser.open("/sign-in", at: client, site: "cross-site").status == .ok)
      #expect(try await browser.open("/sign-in?notice=signed-out", at: client).status == .ok)
      let prefetch = try #require(HTTPField.Name("Sec-Purpose"))
      #expect(try await browser.send(.get, "/sign-in", at: client, [prefetch: "prefetch"]).status == .ok)
      #expect(try await browser.send(.head, "/sign-in", at: client).status == .ok)
      #expect(browser.cookies.isEmpty)
    }
    let clients = [try site.client(), try site.client("other")]
    try await site.run(try site.instance(clients: clients, skippingChoice: true)) { client in
      let page = try await TestBrowser().open("/sign-in", at: client)
      #expect(page.status == .ok)
    }
    try await site.run(try site.instance()) { client in
      let page = try await TestBrowser().open("/sign-in", at: client)
      #expect(page.status == .ok)
    }
  }
}
