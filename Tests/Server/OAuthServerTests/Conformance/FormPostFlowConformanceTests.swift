import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The modules of oidcc-formpost-basic-certification-test-plan that continue after the answer, or
/// need a signed-in user.
@Suite struct FormPostFlowConformanceTests {
  /// Returns the parameters of a posted answer, and checks that they are only in the form.
  static func posted(_ answer: HTTPAnswer, _ test: SessionServer) throws -> FormParameters {
    #expect(answer.field("Location") == nil)
    let form = try ServerFlowConformanceTests.posted(answer, test.pages)
    #expect(try form.single("state") == "st4te-of-the-client" && form.single("iss") == TestServer.issuer)
    return form
  }

  static func signIn(_ test: SessionServer, _ browser: Browser, _ changes: Changes = [:]) async throws -> String {
    let answer = try await browser.signIn(["response_mode": "form_post"].merging(changes) { $1 })
    return try #require(try posted(answer, test).single("code"))
  }

  @Test(.covers("OP form_post: oidcc-prompt-login")) func `With prompt=login the code of a later sign-in is posted`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    let first = try await test.claims(test.redeem(try await Self.signIn(test, browser)))
    test.clock.advance(by: .seconds(3))
    let second = try await test.claims(test.redeem(try await Self.signIn(test, browser, ["prompt": "login"])))
    #expect(first["auth_time"] == 1_800_000_000 && second["auth_time"] == 1_800_000_003)
    #expect(first["sub"] == second["sub"])
  }

  @Test(
    .covers(
      "OP form_post: oidcc-prompt-none-logged-in", "OP form_post: oidcc-max-age-10000",
      "OP form_post: oidcc-id-token-hint"))
  func `The code of a silent sign-in is posted, with the same sub and auth_time`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let tokens = await test.redeem(try await Self.signIn(test, browser))
    let (first, hint) = (try await test.claims(tokens), try tokens.members["id_token"]?.string)
    test.clock.advance(by: .seconds(2))
    for changes in [["prompt": "none"], ["max_age": "10000"], ["prompt": "none", "id_token_hint": hint]] as [Changes] {
      let answer = await browser.open(["response_mode": "form_post"].merging(changes) { $1 })
      let code = try #require(try Self.posted(answer, test).single("code"))
      let claims = try await test.claims(test.redeem(code))
      #expect(claims["sub"] == first["sub"] && claims["auth_time"] == first["auth_time"], "\(changes)")
    }
  }

  @Test(.covers("OP form_post: oidcc-max-age-1")) func `After max_age the code of a new sign-in is posted`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await Self.signIn(test, browser)
    test.clock.advance(by: .seconds(2))
    let code = try await Self.signIn(test, browser, ["max_age": "1"])
    #expect(try await test.claims(test.redeem(code))["auth_time"] == 1_800_000_002)
  }

  @Test(.covers("OP form_post: oidcc-prompt-none-not-logged-in")) func `Without a session login_required is posted`()
    async throws
  {
    let test = try SessionServer()
    let answer = await test.browser().open(["response_mode": "form_post", "prompt": "none"])
    #expect(try Self.posted(answer, test).single("error") == "login_required")
  }

  @Test(.covers("OP form_post: oidcc-codereuse-30seconds"))
  func `A posted code's second use 30 seconds later revokes its tokens`() async throws {
    let test = try SessionServer()
    let code = try await Self.signIn(test, test.browser())
    let first = try TokenAnswer(await test.redeem(code))
    test.clock.advance(by: .seconds(30))
    #expect(await test.redeem(code).error == "invalid_grant")
    #expect(try await test.database.token(SecretHash(ofToken: Secret(first.access))) == nil)
  }

  @Test(.covers("OP form_post: oidcc-refresh-token"))
  func `The refresh token of a posted code works only for its client`() async throws {
    let test = try SessionServer()
    let answer = await test.redeem(try await Self.signIn(test, test.browser()))
    let refresh = try #require(try answer.members["refresh_token"]?.string)
    #expect(await test.refresh(refresh, "other").error == "invalid_grant")
    let (first, second) = (try await test.claims(answer), try await test.claims(test.refresh(refresh)))
    for name in ["iss", "sub", "aud", "auth_time"] { #expect(first[name] == second[name] && first[name] != nil) }
  }

  // oidcc-scope-profile, -email, -address, -phone, -all, oidcc-userinfo-get, -post-header,
  // -post-body, oidcc-alternate-happy-flow, oidcc-server-client-secret-post (form_post)
  @Test(
    .covers(
      "OP basic: oidcc-scope-profile", "OP basic: oidcc-scope-email", "OP basic: oidcc-scope-address",
      "OP basic: oidcc-scope-phone", "OP basic: oidcc-scope-all", "OP form_post: oidcc-userinfo-get",
      "OP form_post: oidcc-userinfo-post-header", "OP form_post: oidcc-userinfo-post-body",
      "OP form_post: oidcc-scope-profile", "OP form_post: oidcc-scope-email", "OP form_post: oidcc-scope-address",
      "OP form_post: oidcc-scope-phone", "OP form_post: oidcc-scope-all", "OP form_post: oidcc-alternate-happy-flow",
      "OP form_post: oidcc-server-client-secret-post"),
    arguments: [
      ("profile openid", ["name", "preferred_username", "given_name", "family_name", "birthdate", "updated_at"]),
      ("email openid", ["email", "email_verified"]), ("address openid", ["address"]),
      ("phone openid", ["phone_number", "phone_number_verified"]),
      (
        "phone email address openid profile",
        [
          "name", "preferred_username", "given_name", "family_name", "birthdate", "updated_at", "email",
          "email_verified", "address", "phone_number", "phone_number_verified",
        ]
      ),
    ])
  func `A posted code gives the claims of its scope, with every method of UserInfo`(scope: String, names: [String])
    async throws
  {
    let test = try TestServer.withServices(
      users: InMemoryUserDirectory([(UserInfoClaimsTests.grace, Secret("password"))]))
    let client = TestServer.resourceServer
    var request = FormParameters()
    for pair in FormPostConformanceTests.request(["scope": scope, "client_id": client]).pairs.reversed() {
      request.append(pair.name, pair.value)
    }
    let answer = await test.decide(request, ["username": "grace", "password": "password"])
    let code = try #require(try FormPostConformanceTests.posted(answer, test).single("code"))
    // The form carries the secret.
    let form = TestServer.redemption(code, ["client_id": client, "client_secret": TestServer.clientSecret])
    let access = try TokenAnswer(await test.post("/token", form)).access
    let field: HTTPFields = [.authorization: "Bearer \(access)"]
    for told in [
      await test.get("/userinfo", fields: field), await test.post("/userinfo", FormParameters(), fields: field),
      await test.post("/userinfo", TestServer.form([("access_token", access)])),
    ] {
      #expect(Set(try told.members.keys) == Set(names + ["sub"]))
    }
  }

  @Test(.covers("OP form_post: oidcc-ensure-request-object-with-redirect-uri"))
  func `The answer is posted to the redirect_uri of the request object, not to the one in the query`()
    async throws
  {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let object = try RequestObjects.signed(["response_mode": "form_post"])
    let answer = await test.decide(RequestObjects.request(object, ["redirect_uri": "https://evil.example/callback"]))
    #expect(try FormPostConformanceTests.posted(answer, test).single("code")?.utf8.count == 40)
  }
}
