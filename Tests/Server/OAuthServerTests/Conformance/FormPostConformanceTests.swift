import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The plan oidcc-formpost-basic-certification-test-plan: the Basic plan with answers in a form.
/// The Basic tests of tokens and UserInfo don't depend on the response mode.
@Suite(.covers("Form Post §2, server")) struct FormPostConformanceTests {
  static func request(_ changes: Changes = [:]) -> FormParameters {
    TestServer.webRequest(["response_mode": "form_post"].merging(changes) { $1 })
  }

  static func server() throws -> TestServer { try BasicRequestConformanceTests.server() }

  /// Returns the parameters of a posted answer, and checks that no part of it is in an address.
  static func posted(_ answer: HTTPAnswer, _ test: TestServer) throws -> FormParameters {
    #expect(answer.field("Location") == nil)
    let page = try answer.formPost(of: test)
    #expect(page.action == TestServer.redirect)
    #expect(try page.parameters.single("state") == "st4te-of-the-client")
    #expect(try page.parameters.single("iss") == TestServer.issuer)
    return page.parameters
  }

  @Test(
    .covers(
      "OP form_post: oidcc-server", "OP form_post: oidcc-idtoken-signature",
      "question: Does the server support Post Form response mode",
      "question: Does the server support Form Post response mode"))
  func `The code is returned in a form, and can be redeemed`() async throws {
    let test = try Self.server()
    let form = try Self.posted(await test.decide(Self.request(["nonce": "n"])), test)
    let tokens = try await test.redeemed(try #require(try form.single("code")))
    #expect(try await test.idToken(tokens).claims["nonce"] == "n")
    #expect(try await test.userInfo(tokens.access).members["sub"] == "248289761001")
    #expect(Set(form.pairs.map(\.name)) == ["code", "state", "iss"])
  }

  // oidcc-response-type-missing, oidcc-prompt-none-not-logged-in, and every other error (form_post)
  @Test(
    .covers(
      "OP form_post: oidcc-response-type-missing",
      "OP form_post: oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
      "OP form_post: oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
      "OP form_post: oidcc-prompt-none-not-logged-in"),
    arguments: [
      (["response_type": nil], "invalid_request"), (["response_type": "id_token"], "unsupported_response_type"),
      (["prompt": "none"], "login_required"), (["scope": "unheard-of"], "invalid_scope"),
      (["code_challenge": nil], "invalid_request"), (["max_age": "x"], "invalid_request"),
      (["request": RequestObjects.unsigned()], "request_not_supported"),
      (["request_uri": "https://app.example/request"], "request_uri_not_supported"),
    ] as [(Changes, String)])
  func `Errors are returned in a form`(changes: Changes, expected: String) async throws {
    let test = try Self.server()
    let form = try Self.posted(await test.get("/authorize", Self.request(changes)), test)
    #expect(try form.single("error") == expected && form.single("code") == nil)
    #expect(try form.single("error_description") != nil)
  }

  // oidcc-user-rejects (form_post)
  @Test func `A cancellation is returned in a form`() async throws {
    let test = try Self.server()
    let form = try Self.posted(await test.decide(Self.request(), ["decision": "deny"]), test)
    #expect(try form.single("error") == "access_denied")
  }

  @Test(
    .covers(
      "OP form_post: oidcc-ensure-registered-redirect-uri",
      "OP dynamic: oidcc-ensure-redirect-uri-in-authorization-request"),
    arguments: [["redirect_uri": "https://evil.example/"], ["redirect_uri": nil]] as [Changes])
  func `No form is posted to an unregistered address`(changes: Changes) async throws {
    let test = try Self.server()
    let answer = await test.get("/authorize", Self.request(changes))
    #expect(answer.status == 400)
    guard case .error = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
  }

  @Test(
    .covers(
      "OP form_post: oidcc-ensure-request-without-nonce-succeeds-for-code-flow", "OP form_post: oidcc-display-page",
      "OP form_post: oidcc-display-popup", "OP form_post: oidcc-ensure-request-with-unknown-parameter-succeeds",
      "OP form_post: oidcc-login-hint", "OP form_post: oidcc-ui-locales", "OP form_post: oidcc-claims-locales",
      "OP form_post: oidcc-ensure-request-with-acr-values-succeeds", "OP form_post: oidcc-ensure-post-request-succeeds",
      "OP form_post: oidcc-claims-essential", "OP form_post: oidcc-ensure-request-with-valid-pkce-succeeds",
      "OP form_post: oidcc-scope-all", "OP form_post: oidcc-prompt-login", "OP form_post: oidcc-max-age-1",
      "OP form_post: oidcc-max-age-10000"),
    arguments: [
      ["extra": "x"], ["display": "page"], ["display": "popup"], ["login_hint": "ada"], ["ui_locales": "se"],
      ["claims_locales": "se"], ["acr_values": "1 2"], ["claims": #"{"userinfo":{"name":{"essential":true}}}"#],
      ["scope": "openid profile email address phone"], ["nonce": nil], ["prompt": "login"], ["max_age": "1"],
      ["max_age": "10000"],
    ] as [Changes])
  func `Requests that Basic accepts are answered in a form`(changes: Changes) async throws {
    let test = try Self.server()
    #expect(await test.post("/authorize", Self.request(changes)).status == 200)
    let form = try Self.posted(await test.decide(Self.request(changes)), test)
    #expect(try form.single("code")?.utf8.count == 40)
  }

  @Test(.covers("OP form_post: oidcc-codereuse")) func `A code from a form works once`() async throws {
    let test = try Self.server()
    let code = try #require(try Self.posted(await test.decide(Self.request()), test).single("code"))
    _ = try await test.redeemed(code)
    let form = TestServer.redemption(code, ["client_id": "web", "client_secret": TestServer.clientSecret])
    #expect(await test.post("/token", form).error == "invalid_grant")
  }

  @Test(.covers("OP dynamic: oidcc-redirect-uri-query-OK")) func `A registered query stays in the form's action`()
    async throws
  {
    let uri = "https://app.example/callback?foo=bar"
    let test = try BasicRequestConformanceTests.server([uri])
    let answer = await test.decide(Self.request(["redirect_uri": uri]))
    #expect(try answer.formPost(of: test).action == uri)
  }

  @Test func `Values with quotation marks, angle brackets and line breaks are returned unchanged`() async throws {
    let test = try Self.server()
    for state in ["\"><script>alert(1)</script>", "a\r\nb", "ü\u{202E}", "' onload='x"] {
      let answer = await test.decide(Self.request(["state": state]))
      let sent = try #require(try answer.formPost(of: test).parameters.single("state"))
      #expect(sent.utf8.elementsEqual(state.utf8))
    }
  }
}
