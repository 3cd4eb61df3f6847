import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The attacks of RFC 9700 section 4 that an authorization server must stop, each played once from
/// beginning to end. Other suites have the variations.
@Suite struct RFC9700Tests {
  static func server() throws -> TestServer { try BasicRequestConformanceTests.server() }

  // RFC 9700 §4.1: every way in the section to make another address look like a registered one.
  @Test(
    .covers(
      "RFC 9700 §4.1.1", "MCP: Redirect URIs are compared exactly", "question: Does the server attach a fragment"),
    arguments: [
      "https://app.example.evil.example/callback", "https://evil.example/https://app.example/callback",
      "https://app.example/callback/../evil", "https://app.example/callback%2f..%2fevil",
      "https://APP.example/callback",
      "https://app.example:443/callback", "https://app.example/callback#x", "https://app.example@evil.example/callback",
      "https://app.example/callback?next=https://evil.example", "http://app.example/callback",
      "https://sub.app.example/callback", "https://app.example/Callback", "https://app.example//callback",
      "https://app.example/callback\u{0}", "https://app.example/callback ", "//app.example/callback",
      "https://evil.example\\@app.example/callback",
    ])
  func `§4.1 An address that only looks like a registered one gets neither a code nor an error`(uri: String)
    async throws
  {
    let test = try Self.server()
    let request = TestServer.webRequest(["redirect_uri": uri])
    for answer in [
      await test.get("/authorize", request), await test.decide(request),
      await test.decide(request, ["decision": "deny"]),
      await test.get("/authorize", TestServer.webRequest(["redirect_uri": uri, "response_type": "x"])),
    ] { #expect(answer.status == 400 && answer.field("Location") == nil) }
    #expect(test.database.counts.codes == 0)
    #expect(try await test.push(request).error == "invalid_request")
  }

  // RFC 9700 §4.2.4: the page's address has state in it, and the callback's address has the code.
  @Test(.covers("RFC 9700 §4.2.2", "question: Does the server suppress the referrer"))
  func `§4.2 No page reveals its address to other sites`() async throws {
    let test = try Self.server()
    let page = await test.get("/authorize", TestServer.webRequest())
    #expect(["same-origin", "no-referrer"].contains(page.field("Referrer-Policy")))
    // The page loads nothing from other sites, so no request carries a Referer.
    #expect(try PageFieldsTests.policy(page)["default-src"] == "'none'")
    let answer = await test.decide(TestServer.webRequest())
    #expect(answer.field("Referrer-Policy") == "no-referrer")
    let posted = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    #expect(["same-origin", "no-referrer"].contains(posted.field("Referrer-Policy")))
  }

  // RFC 9700 §4.2.4, §4.3.1: a code from a log or a browser history is useless.
  @Test(.covers("RFC 9700 §4.2.1", "RFC 9700 §4.3.1"))
  func `§4.3 A code from a browser's history is spent, and using it revokes the tokens`() async throws {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest()).callback("code")
    let tokens = try await test.redeemed(code)
    let form = TestServer.redemption(code, ["client_id": "web", "client_secret": TestServer.clientSecret])
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.userInfo(tokens.access).status == 401)
  }

  // RFC 9700 §4.3.2: access tokens must not be put into addresses.
  @Test(
    .covers(
      "RFC 9700 §4.1.2", "RFC 9700 §4.3.2", "RFC 9700 §4.6", "OP dynamic: oidcc-discovery-endpoint-verification",
      "question: Is Cache-Control sent for an access token in the URI",
      "question: Can the token be passed via the query", "question: Does the implicit flow grant refresh tokens",
      "question: Can the token be passed via the query (features)"))
  func `§4.3 No redirect carries a token, and no token is accepted from a query`() async throws {
    let test = try Self.server()
    for type in ["token", "id_token", "code token", "id_token token"] {
      let answer = await test.get("/authorize", TestServer.webRequest(["response_type": type, "nonce": "n"]))
      #expect(try answer.callbackError() == "unsupported_response_type")
    }
    let access = try await test.redeemed(try await test.decide(TestServer.webRequest()).callback("code")).access
    #expect(await test.get("/userinfo?access_token=" + access).status == 401)
  }

  // RFC 9700 §4.4.2.1.
  @Test(
    .covers(
      "RFC 9700 §4.4.1", "MCP: A server that sends iss announces it", "OP FAPI2: discovery-end-point-verification"))
  func `§4.4 Every answer names its issuer, so that a client detects a mix-up`() async throws {
    let test = try Self.server()
    let request = TestServer.webRequest()
    for answer in [
      await test.decide(request), await test.decide(request, ["decision": "deny"]),
      await test.get("/authorize", TestServer.webRequest(["scope": "unheard-of"])),
      await test.get("/authorize", TestServer.webRequest(["prompt": "none"])),
    ] { #expect(try answer.callback.all("iss") == [TestServer.issuer]) }
    let metadata = try await test.get("/.well-known/oauth-authorization-server").members
    #expect(metadata["authorization_response_iss_parameter_supported"] == true)
    #expect(metadata["issuer"] == .string(TestServer.issuer))
  }

  // RFC 9700 §4.5: the attacker injects a stolen code into the attacker's own sign-in at the same
  // client.
  @Test(.covers("RFC 9700 §4.5.1"))
  func `§4.5 A code that is injected into another sign-in fails with that sign-in's verifier`() async throws {
    let test = try Self.server()
    let stolen = try await test.decide(TestServer.webRequest()).callback("code")
    let attackers = CodeVerifier.random(from: SeededRandomSource(seed: 7))
    let form = TestServer.redemption(
      stolen,
      ["client_id": "web", "client_secret": TestServer.clientSecret, "code_verifier": attackers.reveal()])
    #expect(await test.post("/token", form).error == "invalid_grant")
    // Leaving the verifier out, or using another client, doesn't help either.
    for changes in [["code_verifier": nil], ["client_id": "other"]] as [Changes] {
      let all: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret].merging(changes) { $1 }
      #expect(await test.post("/token", TestServer.redemption(stolen, all)).error == "invalid_grant")
    }
    // The code's owner can still redeem it.
    #expect(try await test.redeemed(stolen).members["id_token"] != nil)
  }

  // RFC 9700 §4.5.3.2: the nonce ties the ID token to its sign-in.
  @Test(.covers("RFC 9700 §4.5.3")) func `§4.5 The ID token has the nonce of the sign-in that the code came from`()
    async throws
  {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest(["nonce": "the-victims"])).callback("code")
    #expect(try await test.idToken(try await test.redeemed(code)).claims["nonce"] == "the-victims")
  }

  // RFC 9700 §4.7: an attacker can't sign a user in to another account, or consent in the user's
  // name.
  @Test(.covers("RFC 9700 §4.7")) func `§4.7 A decision from another site is rejected, and state comes back unchanged`()
    async throws
  {
    let test = try Self.server()
    let request = TestServer.webRequest()
    for field in ["https://evil.example", "null"] {
      #expect(await test.decide(request, fields: [.origin: field]).status == 403)
    }
    #expect(test.database.counts.codes == 0)
    #expect(try await test.decide(request).callback("state") == "st4te-of-the-client")
  }

  // RFC 9700 §4.8: the attacker removes the challenge from the request, or weakens its method.
  @Test(.covers("RFC 9700 §4.8", "MCP: OAuth 2.1 with measures for confidential and public clients", "CVE-2024-23647"))
  func `§4.8 PKCE can't be downgraded, and a verifier without a challenge is rejected`() async throws {
    let test = try Self.server()
    for changes in [
      ["code_challenge": nil, "code_challenge_method": nil], ["code_challenge_method": nil],
      ["code_challenge_method": "plain"],
    ] as [Changes] {
      #expect(try await test.get("/authorize", TestServer.webRequest(changes)).callbackError() == "invalid_request")
    }
    // For a client that need not use PKCE, removing the challenge makes the honest client's
    // verifier fail.
    let old = try TestServer()
    let code = try await old.code(["client_id": "old", "code_challenge": nil, "code_challenge_method": nil])
    let form = TestServer.redemption(code, ["client_id": "old", "client_secret": TestServer.clientSecret])
    #expect(await old.post("/token", form).error == "invalid_grant")
  }

  // RFC 9700 §4.11.2.
  @Test(
    .covers(
      "RFC 9700 §4.11.2", "MCP: No redirect leads to an untrusted address",
      "question: Does the server redirect to an invalid redirection URI", "CVE-2026-44681"),
    arguments: [
      ["client_id": "nobody"], ["client_id": nil], ["redirect_uri": "https://evil.example/"], ["redirect_uri": nil],
      ["response_mode": "x"], ["request_uri": "urn:ietf:params:oauth:request_uri:x"],
    ] as [Changes])
  func `§4.11 The server never redirects to an untrusted address`(changes: Changes) async throws {
    let test = try Self.server()
    for more in [[:], ["response_type": "x"], ["prompt": "none"], ["scope": "unheard-of"]] as [Changes] {
      let request = TestServer.webRequest(more.merging(changes) { $1 })
      for answer in [await test.get("/authorize", request), await test.post("/authorize", request)] {
        #expect(answer.status == 400 && answer.field("Location") == nil && answer.field("Refresh") == nil)
      }
    }
  }

  // RFC 9700 §4.12: with 307 the browser would post the password to the client.
  @Test(.covers("RFC 9700 §4.12")) func `§4.12 A form with a password is answered with 303, never with 307`()
    async throws
  {
    let test = try Self.server()
    for changes in [[:], ["decision": "deny"]] as [Changes] {
      for mode in ["query", "fragment", "jwt"] {
        let answer = await test.decide(TestServer.webRequest(["response_mode": mode]), changes)
        #expect(answer.status == 303 && answer.body.isEmpty)
      }
    }
    // A form that goes on to the client carries the answer, and nothing that the user typed.
    let answer = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    let names = try answer.formPost(of: test).parameters.pairs.map(\.name)
    #expect(Set(names) == ["code", "state", "iss"] && !answer.text.contains(TestServer.password))
  }

  // RFC 9700 §4.14.
  @Test(.covers("RFC 9700 §4.14")) func `§4.14 A refresh token that is used again revokes its grant`() async throws {
    let test = try Self.server()
    let first = try await test.redeemed(try await test.decide(TestServer.webRequest()).callback("code"))
    let form = TestServer.refreshment(
      try #require(first.refresh), ["client_id": "web", "client_secret": TestServer.clientSecret])
    let second = try TokenAnswer(await test.post("/token", form))
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.userInfo(second.access).status == 401)
  }

  // RFC 9700 §4.16.
  @Test(
    .covers(
      "RFC 9700 §4.16", "question: Authorization page has X-Frame-Options header",
      "question: Does the server support RFC6819 (OAuth threat model)", "RFC 6819 §5.1.4.1.3, server"))
  func `§4.16 No page can be shown in a frame`()
    async throws
  {
    let test = try Self.server()
    for answer in [
      await test.get("/authorize", TestServer.webRequest()),
      await test.get("/authorize", TestServer.webRequest(["client_id": nil])),
      await test.decide(TestServer.webRequest(), ["password": "wrong"]),
      await test.decide(TestServer.webRequest(["response_mode": "form_post"])),
    ] {
      #expect(try PageFieldsTests.policy(answer)["frame-ancestors"] == "'none'")
      #expect(answer.field("X-Frame-Options") == "DENY")
    }
  }

  // RFC 9700 §4.17: a page posts only to the registered address. Further redirects over https are
  // the client's responsibility.
  @Test(.covers("RFC 9700 §4.17")) func `§4.17 A form is posted only to the client's registered address`() async throws
  {
    let test = try Self.server()
    let answer = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    #expect(try answer.formPost(of: test).action == TestServer.redirect)
    #expect(try PageFieldsTests.policy(answer)["form-action"] == "https:")
  }
}
