import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The modules of the OpenID Foundation's suite for providers that concern authorization requests.
/// Each test names its module.
@Suite struct BasicRequestConformanceTests {
  static func server(_ redirectURIs: [String] = [TestServer.redirect]) throws -> TestServer {
    try TestServer(asking: [try TestServer.asking(redirectURIs: redirectURIs), try TestServer.asking("other")])
  }

  @Test(.covers("OP basic: oidcc-server"))
  func `Two clients complete the flow, each with its own code, state and tokens`() async throws {
    let test = try Self.server()
    for (client, state) in [("web", "one"), ("other", "two")] {
      let request = TestServer.webRequest(["client_id": client, "state": state, "nonce": "n-" + state])
      let answer = await test.decide(request)
      #expect(try answer.callback("state") == state && answer.callback("iss") == TestServer.issuer)
      #expect(answer.field("Location")?.contains("#") == false)
      let form = TestServer.redemption(
        try answer.callback("code"), ["client_id": client, "client_secret": TestServer.clientSecret])
      let claims = try await test.idToken(TokenAnswer(await test.post("/token", form))).claims
      #expect(claims["aud"] == .string(client) && claims["nonce"] == .string("n-" + state))
    }
  }

  @Test(.covers("OP basic: oidcc-response-type-missing")) func `A request without response_type is rejected`()
    async throws
  {
    let answer = try await Self.server().get("/authorize", TestServer.webRequest(["response_type": nil]))
    #expect(["unsupported_response_type", "invalid_request"].contains(try answer.callbackError()))
  }

  @Test(
    .covers(
      "OP basic: oidcc-ensure-request-without-nonce-succeeds-for-code-flow", "question: Is the nonce parameter required"
    )) func `A request without nonce gets an ID token without one`() async throws
  {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest(["nonce": nil])).callback("code")
    #expect(try await test.idToken(try await test.redeemed(code)).claims["nonce"] == nil)
  }

  @Test(.covers("OP basic: oidcc-alternate-happy-flow")) func `The order of parameters and scopes doesn't matter`()
    async throws
  {
    let test = try Self.server()
    var reversed = FormParameters()
    for pair in TestServer.webRequest(["scope": "email profile openid"]).pairs.reversed() {
      reversed.append(pair.name, pair.value)
    }
    let tokens = try await test.redeemed(try await test.decide(reversed).callback("code"))
    #expect(
      try Scope(parameter: try #require(tokens.members["scope"]?.string)) == Scope(["openid", "profile", "email"]))
    #expect(tokens.members["id_token"] != nil)
  }

  @Test(
    .covers(
      "OP basic: oidcc-ensure-request-with-unknown-parameter-succeeds",
      "question: Does the authorization server ignore unrecognized parameters",
      "question: Are the authorization codes secure (128 bits)",
      "question: Are the authorization codes secure (160 bits)")) func `Unknown parameters are ignored, even twice`()
    async throws
  {
    var request = TestServer.webRequest(["extra": "foobar"])
    request.append("extra", "again")
    #expect(try await Self.server().decide(request).callback("code").utf8.count == 40)
  }

  @Test(
    .covers("OP basic: oidcc-ensure-registered-redirect-uri"),
    arguments: ["https://app.example/other", "https://app.example/callback/", "https://evil.example/callback"])
  func `An unregistered redirect URI gets an error page`(uri: String) async throws {
    let answer = try await Self.server().get("/authorize", TestServer.webRequest(["redirect_uri": uri]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(
    .covers(
      "question: Does the authorization server require the redirect uri",
      "OP dynamic: oidcc-ensure-redirect-uri-in-authorization-request"))
  func `A request without redirect_uri gets an error page`() async throws {
    let test = try Self.server([TestServer.redirect, "https://app.example/second"])
    let answer = await test.get("/authorize", TestServer.webRequest(["redirect_uri": nil]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(.covers("OP basic: oidcc-ensure-post-request-succeeds")) func `A request may be posted`() async throws {
    #expect(try await Self.server().post("/authorize", TestServer.webRequest()).status == 200)
  }

  @Test(.covers("OP basic: oidcc-ensure-request-with-valid-pkce-succeeds"))
  func `A request with an S256 challenge is redeemed with its verifier`() async throws {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest()).callback("code")
    #expect(try await test.redeemed(code).members["access_token"] != nil)
  }

  @Test(.covers("OP dynamic: oidcc-redirect-uri-query-OK"))
  func `A registered query is kept unchanged, before the answer`() async throws {
    let uri = "https://app.example/callback?foo=bar&x=%20a+b"
    let test = try Self.server([uri])
    let answer = await test.decide(TestServer.webRequest(["redirect_uri": uri]))
    #expect(answer.field("Location")?.hasPrefix(uri + "&code=") == true)
    let denied = await test.decide(TestServer.webRequest(["redirect_uri": uri]), ["decision": "deny"])
    #expect(denied.field("Location")?.hasPrefix(uri + "&error=access_denied&") == true)
  }

  @Test(
    .covers("OP dynamic: oidcc-redirect-uri-query-mismatch", "OP dynamic: oidcc-redirect-uri-query-added"),
    arguments: [
      ("https://app.example/callback?foo=bar", "https://app.example/callback?foo=other"),
      ("https://app.example/callback?foo=bar", "https://app.example/callback"),
      ("https://app.example/callback?foo=bar", "https://app.example/callback?foo=bar&x=y"),
      ("https://app.example/callback", "https://app.example/callback?foo=bar"),
      ("https://app.example/callback", "https://app.example/callback?"),
    ])
  func `A changed or added query gets an error page`(registered: String, sent: String) async throws {
    let answer = try await Self.server([registered]).get("/authorize", TestServer.webRequest(["redirect_uri": sent]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(
    .covers(
      "OP basic: oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
      "question: Is the JAR signature required"))
  func `An unsigned request object is rejected as unsupported, never ignored`() async throws {
    for client in [try TestServer.asking(), try RequestObjects.client()] {
      let test = try TestServer(asking: [client])
      var request = TestServer.webRequest()
      request.append("request", RequestObjects.unsigned(["iss": nil, "aud": nil]))
      #expect(try await test.get("/authorize", request).callbackError() == "request_not_supported")
      let announced = try await test.get("/.well-known/openid-configuration").members
      #expect(announced["request_object_signing_alg_values_supported"]?.strings?.contains("none") == false)
    }
  }

  @Test(.covers("OP basic: oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported"))
  func `Without a transport, a request_uri is rejected as unsupported, never ignored`() async throws {
    let request = TestServer.webRequest(["request_uri": "https://app.example/request"])
    #expect(try await Self.server().get("/authorize", request).callbackError() == "request_uri_not_supported")
  }

  @Test(
    .covers(
      "OP basic: oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
      "OP dynamic: oidcc-request-uri-unsigned", "OP dynamic: oidcc-request-uri-signed-rs256"))
  func `A request object at a registered address is honoured, unsigned and signed with RS256`() async throws {
    for object in [
      RequestObjects.unsigned(["iss": nil, "aud": nil, "exp": nil, "nbf": nil]),
      try RequestObjects.signed(by: RequestObjects.rsa, type: nil),
    ] {
      let test = try RequestURITests.server { RequestURITests.found(object) }
      let request = RequestURITests.request(["response_type": "code", "scope": "openid"])
      #expect(await test.get("/authorize", request).status == 200)
      guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
      let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
      #expect(try await test.decide(carried).callback("state") == "st4te-of-the-client")
    }
  }

  @Test(
    .covers(
      "OP basic: oidcc-ensure-request-object-with-redirect-uri",
      "OP dynamic: oidcc-ensure-request-object-with-redirect-uri"))
  func `The redirect_uri of the request object counts, not the one in the query`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let request = RequestObjects.request(
      try RequestObjects.signed(type: nil), ["redirect_uri": "https://evil.example/callback"])
    #expect(await test.decide(request).field("Location")?.hasPrefix(TestServer.redirect + "?") == true)
    // The rejection stays on a page: the redirect URI in the query isn't registered.
    let unsigned = RequestObjects.request(
      RequestObjects.unsigned(), ["redirect_uri": "https://evil.example/callback"])
    #expect(await test.get("/authorize", unsigned).status == 400)
  }

  @Test(.covers("OP basic: oidcc-claims-essential"))
  func `An essential claim that the server can't provide doesn't fail the request`() async throws {
    let claims = #"{"userinfo":{"name":{"essential":true}}}"#
    #expect(try await Self.server().decide(TestServer.webRequest(["claims": claims])).callback("code").utf8.count == 40)
  }
}
