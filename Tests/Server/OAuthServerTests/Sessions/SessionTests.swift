import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// Sessions and their cookies.
@Suite(.covers("OpenID Core §3.1.2.3, server", "OpenID Core §11, server")) struct SessionTests {
  @Test func `One sign-in is enough for several clients, and each asks for consent once`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let first = try await browser.claims()
    test.clock.advance(by: .seconds(600))
    #expect(await browser.open(["client_id": "other"]).status == 200)
    guard case .consent(let page) = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(
      page.person == "Ada Lovelace" && page.permissions == [.recognize, .email] && page.client.name == "Example other")
    let second = try await test.claims(test.redeem(try browser.press("approve").callback("code"), "other"))
    #expect(second["sub"] == first["sub"] && second["auth_time"] == first["auth_time"] && second["sid"] == first["sid"])
    #expect(second["amr"] == ["pwd"] && first["sid"]?.string?.isEmpty == false)
    // The second time no page is shown.
    for client in ["web", "other"] { #expect(await browser.open(["client_id": client]).status == 303) }
  }

  @Test(.covers("attack: theft of the cookie", "attack: forms of other sites", "CVE-2024-28197"))
  func `The cookie is host-only, hidden from scripts, and sent with links but not with forms of other sites`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    let field = try #require(await browser.open().field("Set-Cookie"))
    let attributes = field.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
    #expect(field.hasPrefix("__Host-pixy-session="))
    #expect(Set(attributes) == ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"])
    #expect(try #require(browser.secret).utf8.count == 43)
  }

  @Test(
    .covers("attack: a cookie from a neighbouring host"),
    arguments: [
      ("https://login.example/tenant/1", "__Host-pixy-session", true),
      ("http://127.0.0.1:8080", "pixy-session-8080", false),
      ("http://[::1]:9", "pixy-session-9", false), ("http://localhost/x", "pixy-session", false),
    ])
  func `The cookie's name and fields follow the issuer`(issuer: String, name: String, isSecure: Bool) async throws {
    let test = try SessionServer(issuer: issuer)
    let answer = await test.server.respond(
      to: HTTPRequest(
        method: .get, scheme: nil, authority: nil,
        path: test.server.issuer.pathPrefix + "/authorize?" + SessionServer.request().queryEncoded()), body: [])
    let field = try #require(answer.field("Set-Cookie"))
    #expect(field.hasPrefix(name + "=") && field.contains("; Path=/;") && field.contains("; Secure") == isSecure)
    #expect(!field.contains("Domain"))
  }

  // RFC 9700 §4.7.1, session fixation: a cookie from before the sign-in is invalid after it.
  @Test(.covers("attack: session fixation", "CVE-2024-7341"))
  func `A cookie that was planted before the sign-in has no session afterwards`() async throws {
    let test = try SessionServer()
    let attacker = test.browser()
    _ = await attacker.open()
    let planted = try #require(attacker.cookie)
    let victim = test.browser()
    victim.cookie = planted
    _ = try await victim.signIn()
    #expect(victim.cookie != planted)
    #expect(try await test.session(victim) != nil)
    #expect(try await test.session(attacker) == nil)
    #expect(await attacker.open(["prompt": "none"]).field("Location")?.contains("error=login_required") == true)
    // A repeated sign-in also changes the cookie, and the session keeps its identifier.
    let before = try #require(victim.cookie)
    let session = try await test.session(victim)
    test.clock.advance(by: .seconds(5))
    _ = try await victim.signIn(["prompt": "login"])
    #expect(victim.cookie != before && test.database.counts.sessions == 1)
    #expect(try await test.session(victim)?.id == session?.id)
    victim.cookie = before
    #expect(try await test.session(victim) == nil)
  }

  @Test(.covers("attack: a session that never ends"))
  func `A session ends when it is idle, and lasts while it is used, up to its maximum`() async throws {
    let test = try SessionServer(lifetimes: TokenLifetimes(sessionIdle: .seconds(600), session: .seconds(3_000)))
    let browser = test.browser()
    _ = try await browser.signIn()
    for _ in 1...5 {
      test.clock.advance(by: .seconds(590))
      #expect(try await browser.open(["prompt": "none"]).callback("code").isEmpty == false)
    }
    test.clock.advance(by: .seconds(51))
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "login_required")
    _ = try await browser.signIn()
    test.clock.advance(by: .seconds(600))
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "login_required")
  }

  @Test(
    .covers("attack: a cookie from a neighbouring host"),
    arguments: [
      "", "x", "__Host-pixy-session=", "__Host-pixy-session=short", "pixy-session=SECRET",
      "x__Host-pixy-session=SECRET",
      "__Host-pixy-session=SECRET; __Host-pixy-session=SECRET", "__Host-pixy-session=SECRETx",
      "__host-pixy-session=SECRET",
    ])
  func `A cookie that isn't this server's has no session`(cookie: String) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let secret = try #require(browser.secret)
    browser.cookie = "a=b; __Host-pixy-session=\(secret); c=d"
    #expect(try await browser.open(["prompt": "none"]).callback("code").isEmpty == false)
    browser.cookie = cookie.replacing("SECRET", with: secret)
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "login_required")
  }

  // RFC 9110 §9.3.2.
  @Test func `HEAD gets no redirect and no cookie`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let answer = await browser.get("/authorize", SessionServer.request(), method: .head)
    #expect(answer.status == 200 && answer.field("Location") == nil && answer.field("Set-Cookie") == nil)
    #expect(await browser.get("/logout", method: .head).field("Set-Cookie")?.contains("Max-Age=0") != true)
    #expect(await browser.open().status == 303)
  }

  // OpenID Connect Core §3.1.2.1: POST must work from clients' sites, whose forms carry no
  // `SameSite=Lax` cookie.
  @Test(.covers("attack: forms of other sites"))
  func `A request from another site's form finds its session through a redirect`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let answer = await browser.post("/authorize", SessionServer.request(), origin: "https://app.example")
    #expect(answer.status == 303 && answer.field("Set-Cookie") == nil)
    let location = try #require(answer.field("Location"))
    #expect(location.hasPrefix("https://login.example/authorize?"))
    let path = try #require(location.split(separator: "https://login.example").last)
    #expect(try await browser.get(String(path)).callback("code").isEmpty == false)
    // An invalid request is rejected at once, without the redirect.
    let wrong = await browser.post(
      "/authorize", SessionServer.request(["redirect_uri": "https://evil.example/"]), origin: "null")
    #expect(wrong.status == 400)
  }

  @Test(.covers("attack: one user's session for another user", "CVE-2026-34454"))
  func `Another user's sign-in in the same browser ends the first user's session`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let ada = try await browser.tokens()
    let before = try #require(try await test.session(browser))
    #expect(await browser.open(["prompt": "select_account"]).status == 200)
    _ = try await browser.press("another")
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.username == "")
    let code = try await browser.press("approve", ["username": "grace"]).callback("code")
    #expect(try await test.claims(test.redeem(code))["sub"] == "7")
    let after = try #require(try await test.session(browser))
    #expect(after.id != before.id && after.subject.rawValue == "7" && test.database.counts.sessions == 1)
    #expect(test.clients.arrived.count == 1)
    #expect(await test.refresh(try #require(try ada.members["refresh_token"]?.string)).error == "invalid_grant")
  }

  @Test(.covers("attack: a session that never ends", "CVE-2025-65430"))
  func `A user whose account was deleted is signed out, and gets no more tokens`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let tokens = try await browser.tokens("web", ["scope": "openid offline_access"])
    let code = try await browser.open(["prompt": "none", "scope": "openid"]).callback("code")
    test.people.close(TestServer.ada.user.subject)
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "login_required")
    #expect(test.database.counts.sessions == 0)
    #expect(await test.redeem(code).error == "invalid_grant")
    let refresh = try #require(try tokens.members["refresh_token"]?.string)
    #expect(await test.refresh(refresh).error == "invalid_grant")
    let access = Secret(try #require(try tokens.members["access_token"]?.string))
    #expect(try await test.database.token(SecretHash(ofToken: access)) == nil)
  }

  @Test(.covers("CVE-2026-8922"))
  func `All sessions of a user can be ended at once, and the clients are notified`() async throws {
    let test = try SessionServer()
    let browsers = [test.browser(), test.browser(), test.browser()]
    for browser in browsers.dropLast() { _ = try await browser.signIn() }
    _ = try await browsers[2].signIn(as: "grace")
    #expect(try await test.server.endSessions(of: TestServer.ada.user.subject) == 2)
    #expect(try await test.server.endSessions(of: TestServer.ada.user.subject) == 0)
    #expect(test.clients.arrived.count == 2 && test.database.counts.sessions == 1)
    #expect(try await browsers[0].open(["prompt": "none"]).callbackError() == "login_required")
    #expect(await browsers[2].open(["prompt": "none"]).status == 303)
  }

  @Test func `A server without sessions sets no cookie and has no sign-out endpoint`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    #expect(await test.get("/authorize", TestServer.authorization()).field("Set-Cookie") == nil)
    #expect(await test.decide(TestServer.authorization()).field("Set-Cookie") == nil)
    #expect(await test.get("/logout").status == 404)
    #expect(await test.post("/logout/decision", FormParameters()).status == 404)
    #expect(try await test.get("/.well-known/openid-configuration").members["end_session_endpoint"] == nil)
  }

  // OpenID Connect Core §8.1.
  @Test(.covers("attack: clients that compare their users"))
  func `Clients with pairwise subjects can't compare their users by the session identifier`()
    throws
  {
    func client(_ id: String, _ type: SubjectType) throws -> RegisteredClient {
      var settings = ClientSettings()
      settings.subjectType = type
      return RegisteredClient(id: id, name: id, redirectURIs: [], scope: .none, settings: settings)
    }
    let session = SessionID(rawValue: "the store's name")
    let told = try [
      client("a", .public), client("b", .public), client("c", .pairwise(sector: "c.example")),
      client("d", .pairwise(sector: "c.example")), client("e", .pairwise(sector: "e.example")),
    ].map { session.told(to: $0) }
    #expect(told[0] == told[1] && told[2] == told[3] && Set(told + [session]).count == 4)
    #expect(try SessionID(rawValue: "another").told(to: client("a", .public)) != told[0])
  }

  @Test func `A session that ended before the user's decision gives no code`() async throws {
    let test = try SessionServer()
    test.faults.before(.saveAuthorizationCode) { [server = test.server] in
      try await server.endSessions(of: TestServer.ada.user.subject)
    }
    let answer = try await test.browser().signIn()
    #expect(try answer.callbackError() == "login_required")
  }

  // Other programs print tokens, codes, verifiers and request URLs.
  @Test(.covers("attack: a leak of the database or the log"))
  func `Neither log nor database shows a cookie or a form's token`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = await browser.open()
    let first = try #require(browser.secret)
    _ = try await browser.signIn()
    let second = try #require(browser.secret)
    _ = try await browser.press("approve", ["csrf_token": "wrong-token"])
    _ = await browser.get("/logout")
    let token = try #require(test.pages.last?.form?.fields.last?.value.reveal())
    _ = try await browser.press("approve")
    var shown = test.log.records.joined(separator: "\n")
    dump(test.database, to: &shown)
    for secret in [first, second, token] + test.clients.arrived.map(\.token) { #expect(!shown.contains(secret)) }
    #expect(test.log.records.count > 3 && !test.clients.arrived.isEmpty)
  }
}
