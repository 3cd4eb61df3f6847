import Evidence
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

@Suite("A step-up") struct StepUpTests {
  let site: TestSite

  init() throws { site = try TestSite() }

  /// Makes the provider state these claims about the next authentications.
  func state(_ claims: [String: JSONValue?]) {
    site.transport.forge(signedBy: site.server.signingKey) { all in
      for (name, value) in claims { all[name] = value }
    }
  }

  var now: Int64 { Int64(site.clock.wallClock.now().timeIntervalSince1970) }

  /// Follows a step-up from its page to the callback, and returns the address at the provider and the answer.
  func follow(
    _ page: String?, _ browser: TestBrowser, _ client: any TestClientProtocol
  ) async throws -> (address: String, answer: TestResponse) {
    let shown = try await browser.open(try #require(page), at: client)
    let link = try #require(shown.text.firstMatch(of: #/href="(/sign-in/login[^"]*)"/#)).output.1
    let begun = try await browser.open(String(link).replacing("&amp;", with: "&"), at: client)
    let address = try #require(begun.headers[.location])
    let callback = try await site.server.user.visit(address, through: site.server.transport)
    let answer = try await browser.open(
      String(callback.trimmingPrefix(TestSite.address)), at: client, site: "cross-site")
    return (address, answer)
  }

  @Test(.covers("RFC 9470 §3"), arguments: SignInTests.storages.indices)
  func `leads to the provider with acr_values, and back to the page`(storage: Int) async throws {
    try await site.run(try site.instance(SignInTests.storages[storage]())) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let asked = try await browser.open("/strong?x=1", at: client)
      #expect(asked.path == "/sign-in?return=%2Fstrong%3Fx%3D1&notice=step-up&acr_values=strong%20phr")
      #expect(try await browser.open(try #require(asked.path), at: client).text.contains("confirm that it is you"))
      state(["acr": "phr"])
      let (address, answer) = try await follow(asked.path, browser, client)
      #expect(address.contains("&acr_values=strong%20phr"))
      #expect(answer.path == "/strong?x=1")
      #expect(try await browser.open("/strong", at: client).text == "strong")
    }
  }

  @Test(
    .covers("RFC 9470 §3"),
    arguments: [nil, "weak", "", "Strong", "strong ", 1, ["strong"], "\u{FF53}trong"] as [JSONValue?])
  func `without a right acr in the answer is refused, and the session stays`(acr: JSONValue?) async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let before = browser.cookies
      state(["acr": acr])
      let answer = try await follow(try await browser.open("/strong", at: client).path, browser, client).answer
      #expect(answer.status == .forbidden && answer.text.contains("A stronger sign-in is needed"))
      #expect(browser.cookies == before)
      #expect(try await browser.open("/private", at: client).text == "user-1")
      #expect(try await browser.open("/strong", at: client).path?.hasPrefix("/sign-in?") == true)
    }
  }

  @Test(.covers("RFC 9470 §3")) func `is asked for when the authentication is too old, with max_age`() async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      state(["auth_time": .integer(now)])
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/fresh", at: client).text == "fresh")
      // The tolerance is 30 seconds.
      site.clock.advance(by: .seconds(330))
      #expect(try await browser.open("/fresh", at: client).text == "fresh")
      site.clock.advance(by: .seconds(1))
      let asked = try await browser.open("/fresh", at: client)
      #expect(asked.path == "/sign-in?return=%2Ffresh&notice=step-up&max_age=300")
      state(["auth_time": .integer(now)])
      let (address, answer) = try await follow(asked.path, browser, client)
      #expect(address.contains("&max_age=300") && answer.path == "/fresh")
      #expect(try await browser.open("/fresh", at: client).text == "fresh")
    }
  }

  @Test(.covers("RFC 9470 §3"), arguments: [nil, 0, -331, 331, 100_000] as [Int64?])
  func `without a right auth_time in the answer is refused`(age: Int64?) async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      state(["auth_time": nil])
      try await browser.signIn(at: client, of: site)
      // A sign-in at an unknown time is never fresh.
      let asked = try await browser.open("/fresh", at: client).path
      #expect(asked?.contains("max_age=300") == true)
      state(["auth_time": age.map { .integer($0 == 0 ? 0 : now - $0) }])
      let answer = try await follow(asked, browser, client).answer
      #expect(answer.status == .forbidden && answer.text.contains("A stronger sign-in is needed"))
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `by another user is refused`() async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      state(["acr": "strong", "sub": "user-2"])
      site.transport.answer("/userinfo", with: .json(["sub": "user-2"]))
      let answer = try await follow(try await browser.open("/strong", at: client).path, browser, client).answer
      #expect(answer.status == .forbidden && answer.text.contains("That was another user"))
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `that lost its conditions on the way opens no page`() async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      // The user removes acr_values from the link. The sign-in succeeds, and the page stays closed.
      try await browser.signIn(at: client, of: site, returningTo: "/strong")
      #expect(try await browser.open("/strong", at: client).path?.hasPrefix("/sign-in?") == true)
    }
  }

  @Test(.covers("RFC 9470 §3")) func `is a challenge for a script`() async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let answer = try await browser.send(.get, "/strong", at: client, [.secFetchMode: "cors"])
      #expect(answer.status == .unauthorized && answer.text.isEmpty)
      #expect(
        answer.headers[.wwwAuthenticate]
          == #"Cookie sign-in="/sign-in?notice=step-up&acr_values=strong%20phr", "#
          + #"error="insufficient_user_authentication", acr_values="strong phr""#)
      // A form can't be repeated after the sign-in.
      let form = try await browser.post("/strong", [:], at: client)
      #expect(form.path == "/sign-in?notice=step-up&acr_values=strong%20phr")
    }
  }

  @Test func `that a link of another site begins shows the page first`() async throws {
    try await site.run(try site.instance(skippingChoice: true)) { client in
      let browser = TestBrowser()
      _ = try await browser.open(
        browser.callback(at: client, of: site), at: client, site: "cross-site")
      let link = "/sign-in/login?return=/strong&acr_values=strong"
      let asked = try await browser.open(link, at: client, site: "cross-site")
      #expect(asked.path == "/sign-in?return=%2Fstrong&acr_values=strong")
      let page = try await browser.open(try #require(asked.path), at: client, site: "cross-site")
      #expect(page.status == .ok && page.text.contains("Login"))
      #expect(browser.cookies.count == 1)
    }
  }

  @Test func `needs a provider with ID tokens`() async throws {
    let withoutIDTokens = try site.client("other", scope: ["profile"])
    site.transport.answer("/userinfo", with: .json(["sub": "user-1"]))
    try await site.run(try site.instance(clients: [withoutIDTokens])) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site, provider: "other")
      _ = try await browser.open(callback, at: client, site: "cross-site")
      let page = try await browser.open(try #require(try await browser.open("/strong", at: client).path), at: client)
      #expect(page.status == .forbidden && page.text.contains("A stronger sign-in is needed"))
      let direct = try await browser.open("/sign-in/other?acr_values=strong", at: client)
      #expect(direct.status == .forbidden && browser.cookies.count == 1)
    }
    // Another provider of the application has them.
    try await site.run(try site.instance(clients: [withoutIDTokens, try site.client()])) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site, provider: "other")
      _ = try await browser.open(callback, at: client, site: "cross-site")
      let page = try await browser.open(try #require(try await browser.open("/strong", at: client).path), at: client)
      #expect(page.text.contains("/sign-in/login?") && !page.text.contains("/sign-in/other?"))
    }
  }

  @Test func `refused by the provider says so`() async throws {
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let begun = try await browser.open("/sign-in/login?acr_values=strong", at: client)
      let state = try #require(begun.headers[.location]?.firstMatch(of: #/[?&]state=([^&]*)/#)).output.1
      let issuer = try #require(site.server.issuer.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let callback = "/callback/login?error=unmet_authentication_requirements&state=\(state)&iss=\(issuer)"
      let answer = try await browser.open(callback, at: client, site: "cross-site")
      #expect(answer.status == .forbidden && answer.text.contains("A stronger sign-in is needed"))
    }
  }
}
