import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// What people are asked, and when they aren't.
@Suite struct ConsentTests {
  private static let ada = TestServer.ada.user.subject

  @Test func `What was allowed isn't asked again, and anything more is`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn(["scope": "openid"])
    #expect(await browser.open(["scope": "openid"]).status == 303)
    #expect(await browser.open(["scope": "openid email"]).status == 200)
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
    for scope in ["openid", "email", "email openid"] { #expect(await browser.open(["scope": scope]).status == 303) }
    #expect(await browser.open(["scope": "openid profile"]).status == 200)
    let kept = try #require(try await test.consents.consent(of: Self.ada, to: "web"))
    #expect(kept.scope == (try Scope(["openid", "email"])) && kept.given == test.clock.now)
  }

  @Test func `Who refuses is told so to the client, and asked again`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["client_id": "other"])
    #expect(try await browser.press("deny").callbackError() == "access_denied")
    #expect(try await browser.open(["client_id": "other", "prompt": "none"]).callbackError() == "consent_required")
    #expect(await browser.open(["client_id": "other"]).status == 200)
  }

  @Test func `What was taken back is asked again, of every person by themselves`() async throws {
    let test = try SessionServer()
    let (browser, grace) = (test.browser(), test.browser())
    _ = try await browser.signIn()
    _ = try await grace.signIn(["client_id": "other"], as: "grace")
    #expect(await grace.open().status == 200)
    try await test.consents.revoke(of: Self.ada, to: "web")
    #expect(await browser.open().status == 200)
  }

  @Test func `An application of the server's owner asks for a sign-in and for nothing else`() async throws {
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
    #expect(try await test.consents.consents(of: Self.ada).isEmpty)
    #expect(await browser.open(["client_id": "own", "prompt": "consent"]).status == 200)
  }

  // The sign-in page is the only one that somebody who signs in just now sees.
  @Test(
    arguments: [
      ["client_id": "own", "prompt": "consent"], ["client_id": "own", "prompt": "login consent"],
      ["client_id": "ownApp", "redirect_uri": TestServer.loopback],
    ] as [Changes])
  func `Who signs in is shown what an owner's application asks for, where it has to ask`(_ changes: Changes)
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

  // RFC 6749 §3.3: a name is no way round a scope that the client may not ask for.
  @Test func `Claims are asked for by name within the client's scope alone`() async throws {
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
    // The scope token itself opens it too.
    let scoped = await test.redeem(
      try await browser.signIn(["client_id": "narrow", "scope": "claim:salary"]).callback("code"), "narrow")
    let scopedToken = try #require(try scoped.members["access_token"]?.string)
    #expect(try await test.userInfo(scopedToken).members["salary"] == 1815)
  }

  // RFC 8252 §8.6: another program on the device may say that it is this one.
  @Test(
    arguments: [
      ("app", TestServer.redirect, true), ("app", "http://127.0.0.1:5000/callback", false),
      ("app", "com.example.app:/callback", false), ("ownApp", "http://127.0.0.1:5000/callback", false),
      ("ownApp", TestServer.redirect, true), ("web", "http://127.0.0.1:5000/callback", true),
    ])
  func `A public client is believed at a claimed https address alone`(
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

  // OpenID Connect Core §5.5: what is asked for by name is as much as what a scope opens.
  @Test func `Claims that are asked for by name are shown, and covered by what was allowed`() async throws {
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
    // A name that can't be shown or kept is no claim's, and hides no other one.
    #expect(await browser.open(request("a b")).status == 303)
    #expect(await browser.open(request("phone_number", "a b", "\u{E9}")).status == 200)
    guard case .consent(let page) = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(page.permissions == [.recognize, .phone])
  }

  @Test func `A person is shown all claims before they sign in, whatever else stands among them`() async throws {
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
  @Test func `Who is signed in isn't let in for somebody whom claims names`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let request = ["claims": #"{"id_token":{"sub":{"value":"7"}}}"#] as Changes
    #expect(try await browser.open(request.merging(["prompt": "none"]) { $1 }).callbackError() == "login_required")
    #expect(await browser.open(request).status == 200)
    #expect(try await browser.press("approve", ["username": "grace"]).callback("code").isEmpty == false)
  }

  @Test func `A server that doesn't remember consents asks each time`() async throws {
    let test = try SessionServer(consents: false)
    let browser = test.browser()
    _ = try await browser.signIn()
    #expect(await browser.open().status == 200)
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
  }

  // OpenID Connect Core §3.1.2.2.
  @Test func `A request that names another person than who is signed in asks that one to sign in`() async throws {
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
    // Who signed in as somebody else than asked for didn't lose their own session.
    #expect(try await test.session(other)?.subject == PeopleWhoLeave.grace.subject)
  }
}
