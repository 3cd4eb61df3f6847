import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import PKCE
import Testing

/// The modules of the conformance suite's plan for RP-initiated logout.
@Suite(.covers("RP-Initiated Logout §2, server")) struct RPInitiatedLogoutConformanceTests {
  /// Signs a user in at `web`.
  /// - Returns: The user's browser, and the ID token as a hint.
  static func signedIn(_ test: SessionServer) async throws -> (browser: Browser, hint: String) {
    let browser = test.browser()
    return (browser, try #require(try await browser.tokens().members["id_token"]?.string))
  }

  static func wish(_ hint: String?, _ changes: Changes = [:]) -> FormParameters {
    TestServer.form(
      (hint.map { [("id_token_hint", $0)] } ?? [])
        + [("post_logout_redirect_uri", SessionServer.returnAddress), ("state", "lög out & in")], changes)
  }

  static func isSignedIn(_ browser: Browser) async -> Bool {
    await browser.open(["prompt": "none"]).field("Location")?.contains("code=") == true
  }

  @Test(.covers("OP logout: oidcc-rp-initiated-logout-discovery-endpoint-verification"))
  func `The endpoint is announced`() async throws {
    let members = try await SessionServer().browser().get("/.well-known/openid-configuration").members
    #expect(members["end_session_endpoint"] == "https://login.example/logout")
    #expect(members["prompt_values_supported"] == ["none", "login", "consent", "select_account"])
    #expect(members["claims_supported"]?.array?.contains("sid") == true)
  }

  @Test(.covers("OP logout: oidcc-rp-initiated-logout"), arguments: ["GET", "POST"])
  func `A user with a valid ID token hint is signed out and redirected with the state`(method: String) async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    test.clock.advance(by: .seconds(7_200))
    let answer: HTTPAnswer
    if method == "GET" {
      answer = await browser.get("/logout", Self.wish(hint))
    } else {
      // A form from the client's site carries no cookie.
      let first = await browser.post("/logout", Self.wish(hint), origin: "https://app.example")
      let path = try #require(first.field("Location")?.split(separator: "https://login.example").last)
      answer = await browser.get(String(path))
    }
    #expect(answer.status == 303)
    #expect(answer.field("Location") == "https://app.example/signed-out?state=l%C3%B6g%20out%20%26%20in")
    #expect(answer.field("Set-Cookie")?.contains("__Host-pixy-session=; Max-Age=0; Path=/") == true)
    #expect(await !Self.isSignedIn(browser) && test.database.counts.sessions == 0)
    // A repeated sign-out is no error (§4).
    #expect(await browser.get("/logout", Self.wish(hint)).status == 303)
  }

  @Test(.covers("OP logout: oidcc-rp-initiated-logout-no-state")) func `Without a state the answer has none`()
    async throws
  {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    let answer = await browser.get("/logout", Self.wish(hint, ["state": nil]))
    #expect(answer.field("Location") == SessionServer.returnAddress)
  }

  @Test func `A registered query is kept`() async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    let wish = Self.wish(hint, ["post_logout_redirect_uri": "https://app.example/out?x=1", "state": "s"])
    #expect(await browser.get("/logout", wish).field("Location") == "https://app.example/out?x=1&state=s")
  }

  @Test(
    .covers(
      "RFC 9700 §4.11.2", "OP logout: oidcc-rp-initiated-logout-bad-post-logout-redirect-uri",
      "OP logout: oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri"),
    arguments: [
      "https://evil.example/", "https://app.example/signed-out?foo=bar", "https://app.example/signed-out/",
      "https://app.example/Signed-out", "https://app.example/signed-out#", "https://app.example:443/signed-out",
      "https://other.example/signed-out", "javascript:alert(1)", "//app.example/signed-out",
    ])
  func `No user is redirected to an unregistered address, but every user can sign out`(address: String) async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    let answer = await browser.get("/logout", Self.wish(hint, ["post_logout_redirect_uri": address]))
    #expect(answer.status == 200 && answer.field("Location") == nil)
    guard case .signOut(let page) = test.pages.last else {
      Issue.record("no page that asks")
      return
    }
    #expect(page.person == "Ada Lovelace")
    let end = try await browser.press("approve")
    #expect(end.status == 200 && end.field("Location") == nil)
    #expect(test.pages.last == .signedOut(try Self.page(.signedOut, test)) && test.database.counts.sessions == 0)
  }

  /// Returns the page that was shown last, and checks its outcome.
  static func page(_ outcome: SignedOutPage.Outcome, _ test: SessionServer) throws -> SignedOutPage {
    guard case .signedOut(let page)? = test.pages.last else { throw Unexpected() }
    #expect(page.outcome == outcome && page.back == nil)
    return page
  }

  struct Unexpected: Error {}

  @Test(
    .covers(
      "OP logout: oidcc-rp-initiated-logout-modified-id-token-hint",
      "OP logout: oidcc-rp-initiated-logout-bad-id-token-hint"))
  func `A hint that isn't this server's ID token never causes a redirect`() async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    let key = try OpenIDKeys.es256.get()
    let parts = hint.split(separator: ".").map(String.init)
    let claims = try #require(try JSONValue(bytes: Base64URL.decode(parts[1])).object)
    for forged in [
      Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(parts[1]).", "\(parts[0]).\(parts[1]).",
      "\(parts[0]).\(parts[1])",
      try SigningKey.generate(.es256, keyID: "es-1").sign(claims).reveal(),
      try OpenIDKeys.rs256.get().sign(claims).reveal(),
      try key.sign(claims.merging(["iss": "https://evil.example"]) { $1 }).reveal(),
      try key.sign(claims, type: "logout+jwt").reveal(), try key.sign(claims, type: "at+jwt").reveal(),
      try key.sign(claims.merging(["aud": "unknown"]) { $1 }).reveal(),
      try key.sign(claims.merging(["aud": ["web", "other"]]) { $1 }).reveal(), "x",
    ] {
      let answer = await browser.get("/logout", Self.wish(forged))
      #expect(answer.status == 200 && answer.field("Location") == nil)
      guard case .signOut = test.pages.last else { throw Unexpected() }
    }
    #expect(await Self.isSignedIn(browser))
    // Confirming the sign-out causes no redirect either.
    let end = try await browser.press("approve")
    #expect(end.status == 200 && end.field("Location") == nil && test.database.counts.sessions == 0)
    #expect(test.pages.last == .signedOut(try Self.page(.signedOut, test)))
  }

  @Test(.covers("OP logout: oidcc-rp-initiated-logout-no-id-token-hint"))
  func `Without a hint the user must confirm before signing out or being redirected`() async throws {
    let test = try SessionServer()
    let (browser, _) = try await Self.signedIn(test)
    #expect(await browser.get("/logout", Self.wish(nil)).status == 200)
    #expect(await Self.isSignedIn(browser))
    // Without a hint and a client there is no redirect, even after the confirmation.
    let unnamed = try await browser.press("approve")
    #expect(unnamed.status == 200 && unnamed.field("Location") == nil)
    _ = try Self.page(.signedOut, test)
    // After the confirmation the user is redirected to the client that the page named.
    _ = try await browser.signIn()
    let answer = await browser.get("/logout", Self.wish(nil, ["client_id": "web"]))
    #expect(answer.status == 200)
    guard case .signOut(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.client?.name == "Example web")
    let end = try await browser.press("approve")
    #expect(end.field("Location")?.hasPrefix(SessionServer.returnAddress + "?state=") == true)
    #expect(await !Self.isSignedIn(browser))
    // Without a session there is nothing to confirm, so the page offers at most a link.
    #expect(await browser.get("/logout", Self.wish(nil, ["client_id": "web"])).status == 200)
    guard case .signedOut(let last) = test.pages.last else { throw Unexpected() }
    #expect(last.outcome == .nobodySignedIn && last.back?.hasPrefix(SessionServer.returnAddress) == true)
  }

  @Test(
    .covers(
      "OP logout: oidcc-rp-initiated-logout-no-params",
      "OP logout: oidcc-rp-initiated-logout-no-post-logout-redirect-uri",
      "OP logout: oidcc-rp-initiated-logout-only-state"),
    arguments: ["no-params", "no-post-logout-redirect-uri", "only-state"])
  func `Without a valid redirect address a page confirms the sign-out`(module: String) async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    var wish = FormParameters()
    if module == "no-post-logout-redirect-uri" { wish.append("id_token_hint", hint) }
    if module == "only-state" { wish.append("state", "s") }
    #expect(await browser.get("/logout", wish).status == 200)
    if module != "no-post-logout-redirect-uri" {
      #expect(await Self.isSignedIn(browser))
      _ = await browser.get("/logout", wish)
      #expect(try await browser.press("approve").status == 200)
    }
    #expect(try Self.page(.signedOut, test).person == "Ada Lovelace")
    #expect(await !Self.isSignedIn(browser))
  }

  @Test func `A user who declines to sign out stays signed in`() async throws {
    let test = try SessionServer()
    let (browser, _) = try await Self.signedIn(test)
    _ = await browser.get("/logout", Self.wish(nil, ["client_id": "web"]))
    let answer = try await browser.press("deny")
    #expect(answer.status == 200 && answer.field("Set-Cookie") == nil && answer.field("Location") == nil)
    guard case .signedOut(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.outcome == .stayedSignedIn)
    #expect(await Self.isSignedIn(browser) && test.clients.arrived.isEmpty)
  }

  // RP-Initiated Logout §2: "or if the supplied ID Token does not belong to the current OP
  // session".
  @Test(.covers("Dex pull request 4945"))
  func `An ID token of another session or user needs a confirmation`() async throws {
    let test = try SessionServer()
    let (_, earlier) = try await Self.signedIn(test)
    let (browser, _) = try await Self.signedIn(test)
    let grace = test.browser()
    _ = try await grace.signIn(as: "grace")
    for current in [browser, grace] {
      #expect(await current.get("/logout", Self.wish(earlier)).status == 200)
      guard case .signOut = test.pages.last else { throw Unexpected() }
      #expect(await Self.isSignedIn(current))
    }
  }

  @Test func `A hint for another client than client_id is ignored`() async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    #expect(await browser.get("/logout", Self.wish(hint, ["client_id": "other"])).status == 200)
    guard case .signOut(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.client == nil)
    #expect(await browser.get("/logout", Self.wish(hint, ["client_id": "web"])).status == 303)
  }

  @Test func `The sign-out form needs the server's own token`() async throws {
    let test = try SessionServer()
    let (browser, _) = try await Self.signedIn(test)
    for token in [nil, "wrong"] as [String?] {
      _ = await browser.get("/logout", Self.wish(nil))
      #expect(try await browser.press("approve", ["csrf_token": token]).status == 200)
      guard case .signOut = test.pages.last else { throw Unexpected() }
    }
    #expect(await Self.isSignedIn(browser))
    _ = await browser.get("/logout", Self.wish(nil))
    #expect(try await browser.press("maybe").status == 400)
    _ = await browser.get("/logout", Self.wish(nil))
    #expect(try await browser.press("approve", ["logout_request": "%zz"]).status == 400)
    #expect(await browser.get("/logout/decision").status == 405)
    #expect(await Self.isSignedIn(browser))
  }

  @Test func `A repeated parameter, or a far too long one, gets an error page`() async throws {
    let test = try SessionServer()
    let (browser, hint) = try await Self.signedIn(test)
    for name in ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"] {
      var wish = Self.wish(hint, [name: "a"])
      wish.append(name, "b")
      #expect(await browser.get("/logout", wish).status == 400)
    }
    #expect(
      await browser.get("/logout", Self.wish(hint, ["state": String(repeating: "s", count: 17_000)])).status == 400)
    #expect(await browser.get("/logout?%zz").status == 400)
    #expect(await Self.isSignedIn(browser))
  }

  @Test func `Pixy's own client signs out and checks the state`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let client = try await test.relyingParty("app")
    let user = SimulatedUserAgent(
      SimulatedUser(username: "ada", password: Secret(TestServer.password)),
      redirectURI: try RedirectURI(TestServer.redirect),
      through: InProcessTransport(test.server))
    let signedIn = try await client.signIn(with: user)
    #expect(signedIn.idToken.claims["sid"]?.string?.isEmpty == false && test.database.counts.sessions == 1)
    let attempt = try client.beginLogout(of: signedIn.idToken)
    let path = try #require(attempt.url.split(separator: "https://login.example").last)
    #expect(await browser.get(String(path)).status == 200)
    guard case .signedOut(let page) = test.pages.last else { throw Unexpected() }
    #expect(page.outcome == .nobodySignedIn)
  }
}
