import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("A sign-in", .covers("RFC 6749 §10.12, web")) struct SignInTests {
  static let storages: [@Sendable () -> SessionStorage] = [
    { .cookieUntilExpiry }, { .cookie(endedIn: MemorySessionStore()) }, { .store(MemorySessionStore()) },
  ]

  @Test(arguments: storages.indices)
  func `begins on the sign-in page, and ends on the page that was asked for`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(Self.storages[storage]())) { client in
      let browser = TestBrowser()
      let asked = try await browser.open("/private?tab=2", at: client)
      #expect(asked.path == "/sign-in?return=%2Fprivate%3Ftab%3D2")
      let page = try await browser.open(try #require(asked.path), at: client)
      #expect(page.status == .ok && page.text.contains(">Login<"))
      #expect(page.text.contains(#"href="/sign-in/login?return=%2Fprivate%3Ftab%3D2""#))
      let signedIn = try await browser.signIn(at: client, of: site, returningTo: "/private?tab=2")
      #expect(signedIn.path == "/private?tab=2")
      #expect(try await browser.open("/private", at: client).text == "user-1")
      #expect(try await browser.open("/", at: client).text == "Ada Lovelace")
      #expect(browser.cookies.count == 1)
    }
  }

  @Test func `isn't used up by a page load ahead of time`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site)
      let redeemed = site.transport.count("/token")
      var fields = HTTPFields()
      fields[try #require(HTTPField.Name("Sec-Purpose"))] = "prefetch"
      let ahead = try await browser.send(.get, callback, at: client, fields)
      #expect(ahead.status == .serviceUnavailable && site.transport.count("/token") == redeemed)
      _ = try await browser.open(callback, at: client, site: "cross-site")
      #expect(browser.session != nil)
    }
  }

  // RFC 6265 §8.4, session fixation.
  @Test(.covers("attack: session fixation in an application"), arguments: storages.indices)
  func `gives the browser a new session, and ends the one that it had`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(Self.storages[storage]())) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let planted = try #require(browser.session)
      try await browser.signIn(at: client, of: site)
      #expect(browser.session != planted)
      #expect(try await browser.open("/private", at: client).text == "user-1")
      let attacker = TestBrowser(cookies: ["__Host-session": planted])
      #expect(try await attacker.open("/private", at: client).path?.hasPrefix("/sign-in") == true)
    }
  }

  @Test(.covers("attack: session fixation in an application"))
  func `with a cookie that was planted before has another one afterwards`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(.store(MemorySessionStore()))) { client in
      let planted = String(repeating: "A", count: 43)
      let browser = TestBrowser(cookies: ["__Host-session": planted])
      try await browser.signIn(at: client, of: site)
      #expect(browser.session != planted)
      let attacker = TestBrowser(cookies: ["__Host-session": planted])
      #expect(try await attacker.open("/", at: client).text == "nobody")
    }
  }

  // RFC 6749 §10.12, RFC 9700 §4.7.
  @Test(
    .covers(
      "security-topics-update §2.3, web", "attack: a callback of the attacker's sign-in", "CVE-2025-68158",
      "CVE-2026-41425", "CVE-2026-31944"))
  func `of another browser is rejected, and its code isn't redeemed`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let attackers = try await TestBrowser().callback(at: client, of: site)
      let redeemed = site.transport.count("/token")
      for hasBegunAnother in [false, true] {
        let browser = TestBrowser()
        if hasBegunAnother { _ = try await browser.open("/sign-in/login", at: client) }
        let answer = try await browser.open(attackers, at: client, site: "cross-site")
        #expect(answer.status == .badRequest && answer.text.contains("This sign-in can&#39;t be finished"))
        #expect(browser.session == nil)
      }
      let victim = TestBrowser()
      try await victim.signIn(at: client, of: site)
      let session = victim.session
      _ = try await victim.open(attackers, at: client, site: "cross-site")
      #expect(victim.session == session)
      #expect(site.transport.count("/token") == redeemed + 1)
    }
  }

  @Test(.covers("attack: a callback that is used twice")) func `is completed once, even with a copy of the cookies`()
    async throws
  {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site)
      let copy = TestBrowser(cookies: browser.cookies)
      #expect(try await browser.open(callback, at: client, site: "cross-site").path == "/")
      #expect(try await browser.open(callback, at: client, site: "cross-site").status == .badRequest)
      let redeemed = site.transport.count("/token")
      #expect(try await copy.open(callback, at: client, site: "cross-site").status == .badRequest)
      #expect(copy.session == nil)
      #expect(site.transport.count("/token") == redeemed)
    }
  }

  @Test(.covers("attack: a callback that is used twice")) func `of a hundred parallel callbacks completes once`()
    async throws
  {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site)
      let copies = (0..<100).map { _ in TestBrowser(cookies: browser.cookies) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for copy in copies { group.addTask { _ = try await copy.open(callback, at: client, site: "cross-site") } }
        try await group.waitForAll()
      }
      #expect(copies.count { $0.session != nil } == 1)
      #expect(site.transport.count("/token") == 1)
    }
  }

  @Test func `that takes more than ten minutes is rejected in words`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site)
      site.clock.advance(by: .seconds(600))
      let answer = try await browser.open(callback, at: client, site: "cross-site")
      #expect(answer.status == .badRequest && answer.text.contains("took too long"))
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func `that the user declines leads back to the sign-in page, with the path to return to`() async throws {
    let site = try TestSite(agrees: false)
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site, returningTo: "/private")
      #expect(answer.path == "/sign-in?return=%2Fprivate&notice=cancelled")
      let page = try await browser.open(try #require(answer.path), at: client)
      #expect(page.text.contains("You didn&#39;t agree, so you are not signed in."))
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func `in several tabs completes in any order`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      var callbacks: [String] = []
      for path in ["/a", "/b", "/c", "/d", "/e", "/f", "/g"] {
        callbacks.append(try await browser.callback(at: client, of: site, returningTo: path))
        site.clock.advance(by: .seconds(1))
      }
      #expect(browser.cookies.count == 6)
      #expect(try await browser.open(callbacks[0], at: client, site: "cross-site").status == .badRequest)
      #expect(try await browser.open(callbacks[3], at: client, site: "cross-site").path == "/d")
      #expect(try await browser.open(callbacks[1], at: client, site: "cross-site").path == "/b")
    }
  }

  @Test(
    .covers("attack: an open redirector in an application"),
    arguments: [
      "https://evil.example", "//evil.example", #"/\evil.example"#, "/%2Fevil.example", "/%5Cevil.example", "/a\r\nb",
      "/sign-in/login", "/sign-out", "/callback/login?code=x", "/sign-in?return=/sign-in",
    ])
  func `returns to no other site, and not to the sign-in itself`(path: String) async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site, returningTo: path)
      #expect(answer.path == "/")
    }
  }

  // Login CSRF: a sign-in that the user didn't begin.
  @Test(.covers("attack: a callback of the attacker's sign-in"), arguments: ["cross-site", "same-site"])
  func `that a link of another site begins leads to the sign-in page`(origin: String) async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let answer = try await browser.open("/sign-in/login?return=/private", at: client, site: origin)
      #expect(answer.path == "/sign-in?return=%2Fprivate")
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func `is neither begun nor completed by requests without a user`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      #expect(try await browser.send(.head, "/sign-in/login", at: client).status == .methodNotAllowed)
      let prefetch = HTTPField.Name("Sec-Purpose") ?? .accept
      #expect(
        try await browser.send(.get, "/sign-in/login", at: client, [prefetch: "prefetch;prerender"]).status
          == .serviceUnavailable)
      #expect(browser.cookies.isEmpty)
      let callback = try await browser.callback(at: client, of: site)
      let head = try await browser.send(.head, callback, at: client)
      #expect(head.status == .methodNotAllowed && head.headers[.allow] == "GET, POST")
      #expect(try await browser.open(callback, at: client, site: "cross-site").path == "/")
    }
  }

  // RFC 9700 §4.4: each provider has its own redirect URI.
  @Test(.covers("security-topics-update §2.2, web", "attack: mix-up of providers in an application", "CVE-2026-73419"))
  func `at one of several providers doesn't complete at another one's address`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(clients: [try site.client(), try site.client("other")])) { client in
      let browser = TestBrowser()
      let page = try await browser.open("/sign-in", at: client)
      #expect(page.text.contains(#"href="/sign-in/login""#) && page.text.contains(#"href="/sign-in/other""#))
      let callback = try await browser.callback(at: client, of: site, provider: "other")
      #expect(callback.hasPrefix("/callback/other?"))
      let mixedUp = callback.replacing("/callback/other", with: "/callback/login")
      #expect(try await browser.open(mixedUp, at: client, site: "cross-site").status == .badRequest)
      #expect(browser.session == nil)
      let again = try await browser.callback(at: client, of: site, provider: "other")
      #expect(try await browser.open(again, at: client, site: "cross-site").path == "/")
      #expect(try await browser.open("/sign-in/nowhere", at: client).status == .notFound)
      #expect(try await browser.open("/callback/nowhere?code=1", at: client).status == .notFound)
    }
  }

  @Test func `whose token request fails shows a page, and leaves the browser's session as it was`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let before = browser.cookies
      let callback = try await browser.callback(at: client, of: site)
      site.transport.answer("/token", with: .json(["error": "invalid_grant"], status: .badRequest))
      let answer = try await browser.open(callback, at: client, site: "cross-site")
      #expect(answer.status == .badRequest && answer.text.contains("Login wants you to sign in again."))
      #expect(browser.cookies == before)
      site.transport.answer("/token", with: nil)
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `works although the profile can't be read, with the ID token's subject`() async throws {
    let site = try TestSite()
    site.transport.answer("/userinfo", with: .json([:], status: .serviceUnavailable))
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.path == "/")
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test(.covers("CVE-2026-53516")) func `with the profile of another user is rejected`() async throws {
    let site = try TestSite()
    site.transport.answer("/userinfo", with: .json(["sub": "user-2", "name": "Mallory"]))
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.status == .badGateway && answer.text.contains("does not match"))
      #expect(browser.cookies.isEmpty)
    }
  }
}
