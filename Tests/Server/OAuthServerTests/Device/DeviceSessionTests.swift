import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The device's pages on a server with sessions.
@Suite(.covers("RFC 8628 §3.3, server")) struct DeviceSessionTests {
  static func codes(_ test: SessionServer, scope: String = "openid email") async throws -> DeviceCodes {
    try DeviceCodes(
      await test.post("/device_authorization", TestServer.form([("client_id", "app"), ("scope", scope)])))
  }

  static func poll(_ test: SessionServer, _ codes: DeviceCodes) async -> HTTPAnswer {
    await test.post("/token", TestServer.poll(codes.device, ["client_id": "app"]))
  }

  static func page(_ test: SessionServer) throws -> DeviceSignInPage {
    guard case .deviceSignIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page
  }

  // RFC 8628 §3.3, §5.4.
  @Test(.covers("RFC 10027 §6.1.16, server"))
  func `A signed-in user approves without a password, and still sees the code to compare`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let web = try await browser.claims()
    test.clock.advance(by: .seconds(60))
    let codes = try await Self.codes(test)
    #expect(try await browser.enter(codes.user).status == 200)
    let page = try Self.page(test)
    #expect(page.person == "Ada Lovelace" && page.userCode == Secret(codes.user) && page.problem == nil)
    #expect(await Self.poll(test, codes).error == "authorization_pending")
    #expect(try await browser.press("approve").status == 200)
    let claims = try await test.claims(await Self.poll(test, codes))
    // `auth_time` is the time of the sign-in, not of the approval.
    #expect(claims["auth_time"] == web["auth_time"] && claims["sub"] == web["sub"] && claims["amr"] == ["pwd"])
    #expect(claims["sid"]?.string?.isEmpty == false)
  }

  @Test func `A signed-in user can deny, or sign in as another user`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let refused = try await Self.codes(test)
    _ = try await browser.enter(refused.user)
    #expect(try await browser.press("deny").status == 200)
    #expect(await Self.poll(test, refused).error == "access_denied")

    let codes = try await Self.codes(test)
    _ = try await browser.enter(codes.user)
    #expect(try await browser.press("another").status == 200)
    #expect(try Self.page(test).person == nil)
    #expect(await Self.poll(test, codes).error == "authorization_pending")
    #expect(try await browser.press("approve", ["username": "grace"]).status == 200)
    #expect(try await test.session(browser)?.subject != TestServer.ada.user.subject)
    #expect(try await test.claims(await Self.poll(test, codes))["sub"] != .string(TestServer.ada.user.subject.rawValue))
  }

  @Test func `A device sign-in starts a session with a new cookie, and its end revokes the device's tokens`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    let codes = try await Self.codes(test)
    _ = try await browser.enter(codes.user)
    #expect(try Self.page(test).person == nil)
    let before = browser.cookie
    #expect(try await browser.press("approve").status == 200)
    #expect(browser.cookie != before)
    #expect(try await test.session(browser)?.subject == TestServer.ada.user.subject)
    let tokens = try TokenAnswer(await Self.poll(test, codes))
    let refreshment = TestServer.refreshment(try #require(tokens.refresh))
    #expect(await test.post("/token", refreshment).status == 200)
    // Other clients can use the same session.
    _ = await browser.open()
    guard case .consent = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    _ = await browser.get("/logout")
    _ = try await browser.press("approve")
    #expect(try await test.database.token(SecretHash(ofToken: Secret(tokens.access))) == nil)
  }

  @Test func `Signing out before the device's next poll withdraws the approval`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let codes = try await Self.codes(test)
    let task = try await Self.codes(test, scope: "email")
    for code in [codes, task] {
      _ = try await browser.enter(code.user)
      _ = try await browser.press("approve")
    }
    _ = await browser.get("/logout")
    _ = try await browser.press("approve")
    #expect(await Self.poll(test, codes).error == "invalid_grant")
    // Without `openid` the grant belongs to no session.
    _ = try TokenAnswer(await Self.poll(test, task))
  }

  // RFC 6749 §10.12.
  @Test(arguments: ["approve", "deny", "another", nil])
  func `A device's form without the token decides nothing and is shown again`(decision: String?) async throws {
    for token in [nil, "", "wrong", String(repeating: "A", count: 43)] as [String?] {
      for isSignedIn in [true, false] {
        let test = try SessionServer()
        let browser = test.browser()
        if isSignedIn { _ = try await browser.signIn() }
        let codes = try await Self.codes(test)
        _ = try await browser.enter(codes.user)
        let answer = try await browser.press("", ["decision": decision, "csrf_token": token])
        guard case .userCode(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
        #expect(answer.status == 403 && page.problem == .outdatedForm && page.userCode == Secret(codes.user))
        #expect(await Self.poll(test, codes).error == "authorization_pending")
      }
    }
  }

  @Test func `After the session has ended, the page asks for a password and approves nothing`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let codes = try await Self.codes(test)
    _ = try await browser.enter(codes.user)
    _ = try await test.server.endSessions(of: TestServer.ada.user.subject)
    #expect(try await browser.press("approve").status == 200)
    #expect(try Self.page(test).person == nil)
    #expect(await Self.poll(test, codes).error == "authorization_pending")
  }

  @Test func `After another browser's decision the browser still gets its new cookie and a working form`()
    async throws
  {
    let test = try SessionServer()
    let (browser, other) = (test.browser(), test.browser())
    let codes = try await Self.codes(test)
    _ = try await browser.enter(codes.user)
    let form = try #require(test.pages.last?.form)
    _ = try await other.enter(codes.user)
    _ = try await other.press("deny")
    var fields = form.fields.map { ($0.name, $0.value.reveal()) }
    fields += [("username", "ada"), ("password", TestServer.password), ("decision", "approve")]
    #expect(await browser.post(form.action, TestServer.form(fields)).status == 400)
    let next = try await Self.codes(test)
    #expect(try await browser.press("", ["decision": nil, "user_code": next.user]).status == 200)
  }
}
