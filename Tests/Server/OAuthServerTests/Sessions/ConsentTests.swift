import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The server's questions for consent.
@Suite(.covers("OpenID Core §3.1.2.3, server")) struct ConsentTests {
  private static let ada = TestServer.ada.user.subject

  @Test(.covers("question: Is consent required", "GHSA-c2jp-c369-7pvx"))
  func `The server doesn't ask again for a granted scope, and asks for anything more`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn(["scope": "openid"])
    #expect(await browser.open(["scope": "openid"]).status == 303)
    #expect(await browser.open(["scope": "openid email"]).status == 200)
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
    for scope in ["openid", "email", "email openid"] { #expect(await browser.open(["scope": scope]).status == 303) }
    #expect(await browser.open(["scope": "openid profile"]).status == 200)
    let kept = try #require(try await test.database.consent(of: Self.ada, to: "web"))
    #expect(kept.scope == (try Scope(["openid", "email"])) && kept.givenAt == test.clock.now)
  }

  @Test func `A cancellation is reported to the client, and the user is asked again`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["client_id": "other"])
    #expect(try await browser.press("deny").callbackError() == "access_denied")
    #expect(try await browser.open(["client_id": "other", "prompt": "none"]).callbackError() == "consent_required")
    #expect(await browser.open(["client_id": "other"]).status == 200)
  }

  @Test func `A revoked consent is asked for again, and consents belong to one user`() async throws {
    let test = try SessionServer()
    let (browser, grace) = (test.browser(), test.browser())
    _ = try await browser.signIn()
    _ = try await grace.signIn(["client_id": "other"], as: "grace")
    #expect(await grace.open().status == 200)
    try await test.database.removeConsent(of: Self.ada, to: "web")
    #expect(await browser.open().status == 200)
  }

  @Test(.covers("question: Is consent required")) func `An application of the server's owner needs only a sign-in`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    _ = await browser.open(["client_id": "own"])
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.permissions.isEmpty && !page.allows)
    _ = try await browser.press("approve")
    #expect(await browser.open(["client_id": "own", "scope": "openid profile email"]).status == 303)
    // The account page lists what the client got, and the record allows nothing.
    let record = try #require(try await test.database.consents(of: Self.ada).first)
    let granted = try Scope(["openid", "email", "profile"])
    #expect(record.scope == .none && record.unaskedScope == granted)
    #expect(await browser.open(["client_id": "own", "prompt": "consent"]).status == 200)
  }

  // The account page listed an application as allowed that the user wasn't let in to.
  @Test func `A user outside the client's groups has allowed nothing, and can go back or use another account`()
    async throws
  {
    let test = try SessionServer(web: { $0.allowedGroups = ["staff"] })
    let browser = test.browser()
    func isRefused(_ answer: HTTPAnswer) -> Bool {
      guard case .signIn(let page) = test.pages.last else { return false }
      return answer.status == 403 && page.problem == .notPermitted && page.username.isEmpty
    }
    _ = await browser.open()
    #expect(isRefused(try await browser.press("approve")))
    #expect(try await test.database.consents(of: Self.ada).isEmpty)
    #expect(try await test.database.sessions(of: Self.ada).isEmpty)
    #expect(try await browser.press("deny").callbackError() == "access_denied")
    // In a session there is nothing to ask either.
    _ = try await browser.signIn(["client_id": "other"])
    #expect(isRefused(await browser.open()))
    #expect(isRefused(try await browser.press("approve")))
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "access_denied")
    #expect(try await test.database.consents(of: Self.ada).map(\.clientID) == ["other"])
    #expect(try await browser.press("deny").callbackError() == "access_denied")
  }

  @Test func `A user outside the client's groups can't allow a device, and the device still waits for another user`()
    async throws
  {
    let test = try SessionServer(web: { $0.allowedGroups = ["staff"] })
    let browser = test.browser()
    let secret = [("client_id", "web"), ("client_secret", TestServer.clientSecret)]
    let device = await test.post("/device_authorization", TestServer.form(secret + [("scope", "email")]))
    func isRefused(_ answer: HTTPAnswer) -> Bool {
      guard case .deviceSignIn(let page) = test.pages.last else { return false }
      return answer.status == 403 && page.problem == .notPermitted && page.person == nil
    }
    _ = try await browser.enter(try #require(try device.members["user_code"]?.string))
    #expect(isRefused(try await browser.press("approve")))
    _ = try await browser.signIn(["client_id": "other"])
    _ = try await browser.enter(try #require(try device.members["user_code"]?.string))
    #expect(isRefused(try await browser.press("approve")))
    #expect(try await test.database.consents(of: Self.ada).map(\.clientID) == ["other"])
    let poll = await test.post(
      "/token",
      TestServer.form(
        secret + [
          ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
          ("device_code", try #require(try device.members["device_code"]?.string)),
        ]))
    #expect(poll.error == "authorization_pending")
  }

  @Test func `An approval that gets no code is no consent`() async throws {
    let test = try SessionServer(passwordContext: "urn:example:silver")
    let browser = test.browser()
    let claims = #"{"id_token":{"acr":{"essential":true,"value":"urn:example:gold"}}}"#
    let answer = try await browser.signIn(["claims": claims])
    #expect(try answer.callbackError() == "unmet_authentication_requirements")
    #expect(try await test.database.consents(of: Self.ada).isEmpty)
  }

  // A user who signs in sees only the sign-in page, so it must show the permissions.
  @Test(
    arguments: [
      ["client_id": "own", "prompt": "consent"], ["client_id": "own", "prompt": "login consent"],
      ["client_id": "ownApp", "redirect_uri": TestServer.loopback],
    ] as [Changes])
  func `The sign-in page shows an owner's application's permissions if consent is needed`(_ changes: Changes)
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    _ = await browser.open(changes)
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.allows && page.permissions == [.recognize, .email])
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
  }

  // RFC 6749 §3.3: the claims parameter must not bypass the scopes that the client is allowed.
  @Test(.covers("attack: claims beyond the client's scope"))
  func `Claims can be requested by name only within the client's scope`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let names = #"{"email":null,"name#de":null,"salary":null,"height":null,"sub":null}"#
    let request =
      [
        "client_id": "narrow", "scope": "openid email", "claims": #"{"userinfo":\#(names),"id_token":\#(names)}"#,
      ] as Changes
    _ = await browser.open(request)
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.permissions == [.recognize, .other("claim:salary")])
    let tokens = await test.redeem(try await browser.press("approve").callback("code"), "narrow")
    let told = try await test.claims(tokens)
    #expect(told["salary"] == 1815 && told["email"] == nil && told["name#de"] == nil)
    let token = try #require(try tokens.members["access_token"]?.string)
    #expect(try await test.userInfo(token).members == ["sub": .string(Self.ada.rawValue), "salary": 1815])
    // The scope releases the claim too.
    let scoped = await test.redeem(
      try await browser.signIn(["client_id": "narrow", "scope": "claim:salary"]).callback("code"), "narrow")
    let scopedToken = try #require(try scoped.members["access_token"]?.string)
    #expect(try await test.userInfo(scopedToken).members["salary"] == 1815)
  }

  // RFC 8252 §8.6: another program on the device may impersonate this client.
  @Test(
    .covers("RFC 10017 §6.3.3.2, server", "question: Is consent required", "CVE-2026-27124"),
    arguments: [
      ("app", TestServer.redirect, true), ("app", "http://127.0.0.1:5000/callback", false),
      ("app", "com.example.app:/callback", false), ("ownApp", "http://127.0.0.1:5000/callback", false),
      ("ownApp", TestServer.redirect, true), ("web", "http://127.0.0.1:5000/callback", true),
    ])
  func `A public client's consent is reused only for a claimed https address`(
    client: String, redirect: String, isBelieved: Bool
  ) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let request = ["client_id": client, "redirect_uri": redirect] as Changes
    _ = try await browser.signIn(request)
    #expect(await browser.open(request).status == (isBelieved ? 303 : 200))
    let silent = await browser.open(request.merging(["prompt": "none"]) { $1 })
    #expect(silent.field("Location")?.contains("error=consent_required") == !isBelieved)
  }

  // OpenID Connect Core §5.5: a claim requested by name needs the same consent as a scope.
  @Test func `Claims requested by name are shown, and covered by an earlier consent`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    func request(_ names: String...) -> Changes {
      ["scope": "openid", "claims": #"{"userinfo":{\#(names.map { "\"\($0)\":null" }.joined(separator: ","))}}"#]
    }
    _ = try await browser.signIn(["scope": "openid profile"])
    #expect(await browser.open(request("name", "given_name#de", "sub")).status == 303)
    #expect(await browser.open(request("email", "salary")).status == 200)
    guard case .consent(let page) = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(page.permissions == [.recognize, .other("claim:salary"), .email])
    _ = try await browser.press("approve")
    #expect(await browser.open(request("email_verified", "salary")).status == 303)
    #expect(await browser.open(request("phone_number")).status == 200)
    // A name that can't be shown or stored isn't a claim, and hides no other one.
    #expect(await browser.open(request("a b")).status == 303)
    #expect(await browser.open(request("phone_number", "a b", "\u{E9}")).status == 200)
    guard case .consent(let page) = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(page.permissions == [.recognize, .phone])
  }

  @Test func `The sign-in page shows all claims, even if invalid names are among them`() async throws {
    let test = try SessionServer()
    let claims = #"{"userinfo":{"email":null,"name":null,"x y":null},"id_token":{"\"":null}}"#
    _ = await test.browser().open(["scope": "openid", "claims": claims])
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(Set(page.permissions) == [.recognize, .profile, .email])
  }

  // OpenID Connect Core §5.5.1.
  @Test func `A session of another user than the sub in claims isn't used`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let request = ["claims": #"{"id_token":{"sub":{"value":"7"}}}"#] as Changes
    #expect(try await browser.open(request.merging(["prompt": "none"]) { $1 }).callbackError() == "login_required")
    #expect(await browser.open(request).status == 200)
    #expect(try await browser.press("approve", ["username": "grace"]).callback("code").isEmpty == false)
  }

  @Test func `A server that doesn't store consents asks each time`() async throws {
    let test = try SessionServer(features: [.sessions, .deviceAuthorization])
    let browser = test.browser()
    _ = try await browser.signIn()
    #expect(await browser.open().status == 200)
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
  }

  // OpenID Connect Core §3.1.2.2.
  @Test func `A request for another user than the signed-in one shows the sign-in page`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let hint = try #require(try await browser.tokens().members["id_token"]?.string)
    let other = test.browser()
    _ = try await other.signIn(as: "grace")
    let request = ["id_token_hint": hint] as Changes
    #expect(try await other.open(request.merging(["prompt": "none"]) { $1 }).callbackError() == "login_required")
    #expect(await other.open(request).status == 200)
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.username == "")
    #expect(try await other.press("approve", ["username": "grace"]).callbackError() == "login_required")
    // A sign-in as the wrong user fails, but the user's own session stays.
    #expect(try await test.session(other)?.subject == PeopleWhoLeave.grace.subject)
  }
}
