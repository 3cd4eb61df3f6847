import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("A sign-out", .covers("RP-Initiated Logout §2, web")) struct SignOutTests {
  /// Signs a user in, and returns the browser with the token for its forms.
  private func signedIn(
    _ site: TestSite, at client: any TestClientProtocol
  ) async throws -> (browser: TestBrowser, token: String) {
    let browser = TestBrowser()
    try await browser.signIn(at: client, of: site)
    return (browser, try await browser.open("/private/form", at: client).text)
  }

  // RP-Initiated Logout §2.
  @Test(arguments: SignInTests.storages.indices)
  func `ends the session, and leads on to the provider's sign-out with the ID token`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(SignInTests.storages[storage]())) { client in
      let (browser, token) = try await signedIn(site, at: client)
      let copy = TestBrowser(cookies: browser.cookies)
      let answer = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(answer.status == .ok && answer.text.contains("You are signed out here"))
      let leaving = answer.text.replacing("&amp;", with: "&")
      #expect(leaving.contains(#"<meta http-equiv="refresh" content="0; url=\#(site.server.issuer.origin)/"#))
      #expect(leaving.contains("id_token_hint=ey") && leaving.contains("client_id=web"))
      #expect(leaving.contains("post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fsigned-out"))
      #expect(browser.session == nil)
      #expect(try await copy.open("/", at: client).text == "nobody")
      let back = try await browser.open("/signed-out?state=x", at: client, site: "cross-site")
      #expect(back.path == "/sign-in?notice=signed-out")
    }
  }

  // RFC 7009 §2.
  @Test func `revokes the tokens of a session in a store, and deletes them`() async throws {
    let site = try TestSite()
    let store = MemorySessionStore(clock: site.clock.wallClock)
    try await site.run(try site.instance(.store(store))) { client in
      let (browser, token) = try await signedIn(site, at: client)
      let name = SessionName.session(Secret(browser.session ?? ""))
      #expect(store.session(name, now: site.clock.now)?.tokens != nil)
      _ = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(site.transport.count("/revoke") > 0)
      #expect(store.session(name, now: site.clock.now) == nil)
    }
  }

  @Test func `ends the session here even if the provider can't be reached`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(.store(MemorySessionStore()))) { client in
      let (browser, token) = try await signedIn(site, at: client)
      site.transport.answer("/revoke", with: .json([:], status: .serviceUnavailable))
      let copy = TestBrowser(cookies: browser.cookies)
      #expect(try await browser.post("/sign-out", [FormField.name: token], at: client).status == .ok)
      #expect(try await copy.open("/", at: client).text == "nobody")
    }
  }

  // RFC 9700 §4.7.
  @Test(.covers("attack: forms of other sites in an application"))
  func `needs a form of the application's own page, in the same session`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let (browser, token) = try await signedIn(site, at: client)
      let (_, others) = try await signedIn(site, at: client)
      let own: HTTPFields = [.origin: TestSite.address, .secFetchSite: "same-origin"]
      for (form, fields) in [
        ([:], own), ([FormField.name: others], own), ([FormField.name: ""], own),
        ([FormField.name: token], [.origin: "https://evil.example"]), ([FormField.name: token], [.origin: "null"]),
        ([FormField.name: token], [.secFetchSite: "cross-site"]),
      ] as [([String: String], HTTPFields)] {
        let answer = try await browser.post("/sign-out", form, at: client, fields)
        #expect(answer.status == .forbidden && answer.text.contains("This came from elsewhere"))
      }
      for (type, body, status) in [
        ("application/json", "{}", .badRequest), ("application/x-www-form-urlencoded", "form_token=%zz", .badRequest),
        ("application/x-www-form-urlencoded", "form_token=\(token)&form_token=\(token)", .forbidden),
      ] as [(String, String, HTTPResponse.Status)] {
        let fields: HTTPFields = [.origin: TestSite.address, .contentType: type]
        #expect(try await browser.send(.post, "/sign-out", at: client, fields, body: body).status == status)
      }
      let long = try await browser.post(
        "/sign-out", [FormField.name: token, "more": String(repeating: "x", count: 20_000)], at: client)
      #expect(long.status == .contentTooLarge)
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }

  @Test func `has a page of its own, which asks first`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let (browser, token) = try await signedIn(site, at: client)
      let page = try await browser.open("/sign-out", at: client)
      #expect(page.text.contains("Ada Lovelace") && page.text.contains(#"name="form_token" value="\#(token)""#))
      #expect(try await browser.open("/private", at: client).text == "user-1")
      #expect(try await TestBrowser().open("/sign-out", at: client).path == "/sign-in")
    }
  }

  @Test func `without a session leads to the sign-in page`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let answer = try await TestBrowser().post("/sign-out", [:], at: client)
      #expect(answer.path == "/sign-in?notice=signed-out")
    }
  }

  // Without a store the other instance doesn't know of the sign-out.
  @Test(.covers("attack: a session that was ended elsewhere"), arguments: SignInTests.storages.indices)
  func `isn't undone by a slow answer of another instance`(storage: Int) async throws {
    let site = try TestSite()
    let storage = SignInTests.storages[storage]()
    try await site.run([try site.instance(storage), try site.instance(storage)]) { instances in
      let (browser, token) = try await signedIn(site, at: instances[0])
      site.clock.advance(by: .seconds(1_000))
      let slow = TestBrowser(cookies: browser.cookies)
      _ = try await slow.open("/private", at: instances[1])
      _ = try await browser.post("/sign-out", [FormField.name: token], at: instances[0])
      browser.set("__Host-session", slow.session)
      for instance in instances { #expect(try await browser.open("/", at: instance).text == "nobody") }
      try await browser.signIn(at: instances[1], of: site)
      for instance in instances { #expect(try await browser.open("/", at: instance).text == "Ada Lovelace") }
      // A new sign-in ends a session, too.
      site.clock.advance(by: .seconds(1_000))
      let earlier = TestBrowser(cookies: browser.cookies)
      _ = try await earlier.open("/private", at: instances[1])
      try await browser.signIn(at: instances[0], of: site)
      browser.set("__Host-session", earlier.session)
      for instance in instances { #expect(try await browser.open("/", at: instance).text == "nobody") }
    }
  }

  // A slow response that began before the sign-out must not bring the session back.
  @Test(.covers("attack: a session that was ended elsewhere"))
  func `isn't undone by a response that sets the cookie anew`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let (browser, token) = try await signedIn(site, at: client)
      site.clock.advance(by: .seconds(1_000))
      let slow = TestBrowser(cookies: browser.cookies)
      _ = try await slow.open("/private", at: client)
      #expect(slow.session != browser.session)
      _ = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(try await slow.open("/", at: client).text == "nobody")
    }
  }
}
