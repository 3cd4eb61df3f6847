import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The modules of the conformance suite's Basic plan that concern sessions.
@Suite(.covers("OpenID Core §3.1.2.3, server")) struct BasicSessionConformanceTests {
  /// Returns the error in the answer to a silent request, or `nil` for a code.
  static func silentError(_ answer: HTTPAnswer) throws -> String? {
    let parameters = try answer.callback
    #expect(try parameters.single("state") == "st4te-of-the-client" && parameters.single("iss") == TestServer.issuer)
    return try parameters.single("error")
  }

  @Test(.covers("OP basic: oidcc-prompt-login"))
  func `With prompt=login the user signs in again, and auth_time is later`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let first = try await browser.claims()
    test.clock.advance(by: .seconds(3))
    #expect(await browser.open(["prompt": "login"]).status == 200)
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.username == "ada")
    let second = try await test.claims(test.redeem(try browser.press("approve").callback("code")))
    #expect(first["auth_time"] == 1_800_000_000 && second["auth_time"] == 1_800_000_003)
    #expect(second["sub"] == first["sub"] && second["sid"] == first["sid"])
  }

  // oidcc-prompt-login: the consent page isn't enough.
  @Test(.covers("OP basic: oidcc-prompt-login")) func `With prompt=login a consent without a password is rejected`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["client_id": "other"])
    let changed = SessionServer.request(["client_id": "other", "prompt": "login"]).formEncoded()
    let answer = try await browser.press("approve", ["authorization_request": changed])
    #expect(answer.status == 200)
    guard case .signIn = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
  }

  @Test(.covers("OP basic: oidcc-prompt-none-not-logged-in"))
  func `With prompt=none and no session no page is shown, and login_required is returned`() async throws {
    let test = try SessionServer()
    let answer = await test.browser().open(["prompt": "none"])
    #expect(try Self.silentError(answer) == "login_required" && test.pages.last == nil && answer.body.isEmpty)
  }

  @Test(.covers("OP basic: oidcc-prompt-none-logged-in"))
  func `With prompt=none a signed-in user gets a code, with the same sub and auth_time`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let first = try await browser.claims()
    let shown = test.pages.last
    test.clock.advance(by: .seconds(100))
    let answer = await browser.open(["prompt": "none"])
    #expect(test.pages.last == shown)
    let second = try await test.claims(test.redeem(try answer.callback("code")))
    #expect(second["sub"] == first["sub"] && second["auth_time"] == first["auth_time"])
    #expect(second["iat"] == 1_800_000_100)
  }

  @Test(.covers("OP basic: oidcc-max-age-1")) func `A sign-in older than max_age is repeated`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    test.clock.advance(by: .seconds(2))
    #expect(try Self.silentError(await browser.open(["max_age": "1", "prompt": "none"])) == "login_required")
    let claims = try await browser.claims("web", ["max_age": "1"])
    #expect(claims["auth_time"] == 1_800_000_002)
  }

  @Test(.covers("OP basic: oidcc-max-age-10000"))
  func `A sign-in younger than max_age is accepted, and auth_time has its time`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    test.clock.advance(by: .seconds(10_000))
    let answer = await browser.open(["max_age": "10000"])
    #expect(try await test.claims(test.redeem(try answer.callback("code")))["auth_time"] == 1_800_000_000)
    test.clock.advance(by: .seconds(1))
    #expect(await browser.open(["max_age": "10000"]).status == 200)
  }

  @Test
  func
    `max_age=0 means prompt=login, a huge one is always met, and the registered one is the default`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    #expect(try Self.silentError(await browser.open(["max_age": "0", "prompt": "none"])) == "login_required")
    #expect(try Self.silentError(await browser.open(["max_age": "99999999999999999999", "prompt": "none"])) == nil)
    _ = try await browser.signIn(["client_id": "aged"])
    test.clock.advance(by: .seconds(61))
    let aged = ["client_id": "aged", "prompt": "none"] as Changes
    #expect(try Self.silentError(await browser.open(aged)) == "login_required")
    #expect(try Self.silentError(await browser.open(aged.merging(["max_age": "100"]) { $1 })) == nil)
  }

  @Test(.covers("OP basic: oidcc-id-token-hint"))
  func `An ID token as a hint signs its user in silently, even after it has expired`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let hint = try #require(try await browser.tokens().members["id_token"]?.string)
    test.clock.advance(by: .seconds(3_700))
    #expect(try Self.silentError(await browser.open(["prompt": "none", "id_token_hint": hint])) == nil)
  }

  @Test(.covers("OP basic: oidcc-login-hint")) func `The sign-in form has the user name of login_hint`() async throws {
    let test = try SessionServer()
    #expect(await test.browser().open(["login_hint": "grace"]).status == 200)
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.username == "grace")
  }

  @Test(
    .covers(
      "OP basic: oidcc-display-page", "OP basic: oidcc-display-popup", "OP basic: oidcc-ui-locales",
      "OP basic: oidcc-claims-locales", "OP basic: oidcc-ensure-request-with-unknown-parameter-succeeds"),
    arguments: [
      ["display": "page"], ["display": "popup"], ["ui_locales": "se"], ["ui_locales": "fr-CA de en"],
      ["claims_locales": "se"], ["extra": "foobar"],
    ] as [Changes])
  func `Parameters about the look of pages never hinder a sign-in`(changes: Changes) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    #expect(try await browser.claims("web", changes)["sub"] == "248289761001")
    #expect(try Self.silentError(await browser.open(changes.merging(["prompt": "none"]) { $1 })) == nil)
  }

  @Test(.covers("OP basic: oidcc-ensure-request-with-acr-values-succeeds"))
  func `acr_values is no error, and the ID token has the acr of a password`() async throws {
    let context = "https://login.example/acr/password"
    let test = try SessionServer(passwordContext: context)
    let announced = await test.browser().get("/.well-known/openid-configuration")
    #expect(try announced.members["acr_values_supported"] == [.string(context)])
    let claims = try await test.browser().claims("web", ["acr_values": "urn:gold " + context])
    #expect(claims["acr"] == .string(context))
    #expect(try await SessionServer().browser().claims("web", ["acr_values": "1 2"])["acr"] == nil)
  }

  @Test(.covers("OP basic: oidcc-codereuse", "OP basic: oidcc-codereuse-30seconds"), arguments: [0, 30])
  func `A code works once, and its second use revokes the tokens of the first`(seconds: Int) async throws {
    let test = try SessionServer()
    let code = try await test.browser().signIn().callback("code")
    let first = await test.redeem(code)
    test.clock.advance(by: .seconds(seconds))
    #expect(await test.redeem(code).error == "invalid_grant")
    let access = Secret(try #require(try first.members["access_token"]?.string))
    #expect(try await test.database.token(SecretHash(ofToken: access)) == nil)
  }

  @Test(.covers("OP basic: oidcc-refresh-token"))
  func `A refreshed ID token describes the same sign-in in the same session`() async throws {
    let test = try SessionServer(passwordContext: "urn:example:acr")
    let answer = try await test.browser().tokens()
    let first = try await test.claims(answer)
    test.clock.advance(by: .seconds(50))
    let second = try await test.claims(test.refresh(try #require(try answer.members["refresh_token"]?.string)))
    for name in ["iss", "sub", "aud", "auth_time", "sid", "acr", "amr"] {
      #expect(second[name] == first[name], "\(name)")
    }
    #expect(second["iat"] == 1_800_000_050)
  }

  @Test(
    .covers(
      "OP basic: oidcc-ensure-post-request-succeeds", "question: Does the server support POST authentication requests"))
  func `A request may be posted`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let sent = await browser.post("/authorize", SessionServer.request(), origin: "https://app.example")
    let path = try #require(sent.field("Location")?.split(separator: "https://login.example").last)
    #expect(await browser.get(String(path)).status == 200)
    #expect(try await browser.press("approve").callback("code").isEmpty == false)
    // A post from the server's own origin carries the cookie, and needs no redirect.
    #expect(try await browser.post("/authorize", SessionServer.request()).callback("code").isEmpty == false)
  }

  // Core §3.1.2.1, Initiating User Registration §4.1.
  @Test(arguments: ["create", "login create", "None", "hologram", "none login", "none none"])
  func `An unannounced prompt is rejected`(prompt: String) async throws {
    let test = try SessionServer()
    #expect(try await test.browser().open(["prompt": prompt]).callbackError() == "invalid_request")
  }

  @Test(arguments: ["consent", "select_account", "consent select_account"])
  func `With these prompts a signed-in user is asked again, despite an earlier consent`(prompt: String) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    #expect(await browser.open(["prompt": prompt]).status == 200)
    guard case .consent = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    let claims = try await test.claims(test.redeem(try browser.press("approve").callback("code")))
    #expect(claims["auth_time"] == 1_800_000_000)
  }
}
