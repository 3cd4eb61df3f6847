import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The modules of fapi2-security-profile-final-test-plan that concern requests, for a client that
/// follows FAPI 2.0.
@Suite struct FAPIRequestConformanceTests {
  static func server() throws -> TestServer {
    try TestServer(asking: [
      try RequestObjects.client { $0.followsFAPI2 = true }, try TestServer.asking("other") { $0.followsFAPI2 = true },
    ])
  }

  @Test(.covers("OP FAPI2: ensure-other-scope-order-succeeds", "OP FAPI2: happy-flow"))
  func `A pushed request completes, whatever the order of its scopes`() async throws {
    let test = try Self.server()
    for scope in ["openid profile", "profile openid"] {
      let reference = try await test.reference(TestServer.webRequest(["scope": scope]))
      let answer = await test.decide(TestServer.referring(reference))
      #expect(try answer.callback("code").utf8.count == 40 && answer.callback("iss") == TestServer.issuer)
    }
  }

  @Test(.covers("OP FAPI2: user-rejects-authentication")) func `A user who cancels is redirected with access_denied`()
    async throws
  {
    let test = try Self.server()
    let request = TestServer.referring(try await test.reference())
    #expect(try await test.decide(request, ["decision": "deny"]).callbackError() == "access_denied")
  }

  @Test(
    .covers(
      "OP FAPI2: ensure-authorization-request-without-state-success",
      "OP FAPI2: ensure-authorization-request-without-nonce-success"))
  func `Without state and nonce the answer has none`() async throws {
    let test = try Self.server()
    let reference = try await test.reference(TestServer.webRequest(["state": nil, "nonce": nil]))
    let answer = await test.decide(TestServer.referring(reference))
    #expect(try answer.callback.single("state") == nil)
    let code = try answer.callback("code")
    #expect(try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code)))).nonce == nil)
  }

  @Test(
    .covers("OP FAPI2: with-64-char-nonce-success", "OP FAPI2: with-long-nonce", "OP FAPI2: with-long-state"),
    arguments: [64, 384]) func `A long state and nonce are returned whole`(length: Int) async throws
  {
    let test = try Self.server()
    let (state, nonce) = (String(repeating: "s", count: length), String(repeating: "n", count: length))
    let reference = try await test.reference(TestServer.webRequest(["state": state, "nonce": nonce]))
    let answer = await test.decide(TestServer.referring(reference))
    #expect(try answer.callback("state") == state)
    let code = try answer.callback("code")
    #expect(
      try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code)))).nonce == Secret(nonce))
  }

  // fapi2-…-ensure-different-nonce-inside-and-outside-request-object, …-different-state-…,
  // …-state-only-outside-request-object-not-used, …-par-without-duplicate-parameters
  @Test(
    .covers(
      "OP FAPI2: ensure-different-nonce-inside-and-outside-request-object",
      "OP FAPI2: ensure-different-state-inside-and-outside-request-object",
      "OP FAPI2: state-only-outside-request-object-not-used", "OP FAPI2: par-without-duplicate-parameters"))
  func `State and nonce outside the pushed request are ignored`() async throws {
    let test = try Self.server()
    for inside in ["inside", nil] {
      let reference = try await test.reference(TestServer.webRequest(["state": inside, "nonce": inside]))
      let answer = await test.decide(TestServer.referring(reference, ["state": "outside", "nonce": "outside"]))
      #expect(try answer.callback.single("state") == inside)
      let code = try answer.callback("code")
      #expect(
        try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code)))).nonce
          == inside.map(Secret.init))
    }
  }

  @Test(
    .covers(
      "OP FAPI2: ensure-request-object-without-redirect-uri-fails",
      "OP FAPI2: ensure-redirect-uri-in-authorization-request", "OP FAPI2: ensure-registered-redirect-uri",
      "OP FAPI2: plain-fapi-tolerate-unregistered-redirect-uri", "question: Are new redirect URIs accepted",
      "question: Is authentication required for new redirect URIs"),
    arguments: [["redirect_uri": nil], ["redirect_uri": "https://evil.example/"]] as [Changes])
  func `A pushed request needs a registered redirect_uri`(changes: Changes) async throws {
    let answer = try await Self.server().push(TestServer.webRequest(changes))
    #expect(answer.status == 400 && answer.error == "invalid_request")
  }

  @Test(
    .covers(
      "OP FAPI2: ensure-unsigned-authorization-request-without-using-par-fails",
      "question: Is PAR required at the authorization endpoint"))
  func `A request that wasn't pushed is rejected, signed or not`() async throws {
    let test = try Self.server()
    var signed = RequestObjects.request(try RequestObjects.signed())
    signed.append("redirect_uri", TestServer.redirect)
    #expect(try await test.get("/authorize", TestServer.webRequest()).callbackError() == "invalid_request")
    #expect(try await test.get("/authorize", signed).callbackError(state: nil) == "invalid_request")
  }

  @Test(
    .covers(
      "RFC 10017 §7.2, server", "OP FAPI2: ensure-response-type-code-idtoken-fails",
      "OP FAPI2: response-type-token-fails"),
    arguments: ["code id_token", "token", "id_token", "code token", "none"])
  func `Only response_type=code can be pushed`(type: String) async throws {
    let answer = try await Self.server().push(TestServer.webRequest(["response_type": type]))
    #expect(answer.error == "unsupported_response_type")
  }

  @Test(
    .covers("OP FAPI2: par-ensure-pkce-required", "OP FAPI2: par-plain-pkce-rejected"),
    arguments: [
      ["code_challenge": nil, "code_challenge_method": nil], ["code_challenge_method": "plain"],
      ["code_challenge_method": nil],
    ] as [Changes])
  func `PKCE with S256 is required, even if the server allows other clients more`(changes: Changes) async throws {
    let keys = ClientKeys.set(JSONWebKeySet([try ClientKey.es256.get().verificationKey]))
    var settings = ClientSettings()
    settings.followsFAPI2 = true
    let lax = RegisteredClient(
      id: "web", name: "Web", kind: .confidential(.privateKeyJWT(keys), proofKey: .optionalDespiteCodeInjection),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: try Scope(["openid", "profile"]), settings: settings)
    for test in [try Self.server(), try TestServer(asking: [lax])] {
      #expect(try await test.push(TestServer.webRequest(changes)).error == "invalid_request")
    }
  }

  @Test(.covers("OP FAPI2: par-ensure-reused-request-uri-prior-to-auth-completion-succeeds"))
  func `The sign-in page can be loaded again until the sign-in is complete`() async throws {
    let test = try Self.server()
    let request = TestServer.referring(try await test.reference())
    for _ in 0..<3 { #expect(await test.get("/authorize", request).status == 200) }
    #expect(try await test.decide(request).callback("code").utf8.count == 40)
  }

  @Test(.covers("attack: a pushed request of another client", "OP FAPI2: par-attempt-reuse-request_uri"))
  func `A second sign-in with one request_uri is rejected`() async throws {
    let test = try Self.server()
    let request = TestServer.referring(try await test.reference())
    _ = await test.decide(request)
    #expect(await test.get("/authorize", request).status == 400)
    #expect(await test.decide(request).status == 400)
    #expect(test.database.counts.codes == 1)
  }

  @Test(.covers("OP FAPI2: par-attempt-to-use-expired-request_uri", "question: Does the request_uri time out"))
  func `An expired request_uri is rejected`() async throws {
    let test = try Self.server()
    let request = TestServer.referring(try await test.reference())
    test.clock.advance(by: .seconds(91))
    #expect(await test.get("/authorize", request).status == 400)
  }

  @Test(
    .covers(
      "attack: a pushed request of another client", "OP FAPI2: par-attempt-to-use-request_uri-for-different-client",
      "question: Is the client bound to the request_uri")) func `Another client's request_uri is rejected`()
    async throws
  {
    let test = try Self.server()
    let request = TestServer.referring(try await test.reference(), ["client_id": "other"])
    for answer in [await test.get("/authorize", request), await test.decide(request)] {
      #expect(answer.status == 400 && answer.field("Location") == nil)
    }
  }

  @Test(.covers("OP FAPI2: par-authorization-request-containing-request_uri-form-param"))
  func `A request_uri can't be pushed`() async throws {
    let test = try Self.server()
    let reference = try await test.reference()
    for text in [reference, "https://app.example/request", "x"] {
      #expect(try await test.push(TestServer.webRequest(["request_uri": text])).error == "invalid_request")
    }
  }

  @Test(
    .covers("OP FAPI2: par-attempt-invalid-http-method"),
    arguments: [HTTPRequest.Method.get, .put, .delete, .patch, .head])
  func `The endpoint accepts only POST`(method: HTTPRequest.Method) async throws {
    let answer = try await Self.server().server.respond(
      to: HTTPRequest(method: method, scheme: "https", authority: "login.example", path: "/par"), body: [])
    #expect(answer.status == 405 && answer.field("Allow") == "POST")
  }

  @Test(.covers("OP FAPI2: test-claims-parameter-identity-claims")) func `The claims parameter can be pushed`()
    async throws
  {
    let test = try Self.server()
    let reference = try await test.reference(TestServer.webRequest(["claims": #"{"id_token":{"name":null}}"#]))
    let code = try await test.decide(TestServer.referring(reference)).callback("code")
    let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
    #expect(record.details.claims == ["id_token": ["name": .null]])
  }
}
