import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The attacks of RFC 9700 section 4 that an authorization server answers for, each played once from beginning to end. Other
/// suites have the variations.
@Suite struct RFC9700Tests {
  static func server() throws -> TestServer { try BasicRequestConformanceTests.server() }

  // RFC 9700 §4.1: every way to make another address look like a registered one that the section names.
  @Test(
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
    #expect(test.codes.count == 0)
    #expect(try await test.push(request).error == "invalid_request")
  }

  // RFC 9700 §4.2.4: the page's address has state in it, and the callback's has the code.
  @Test func `§4.2 No page tells its address to other sites`() async throws {
    let test = try Self.server()
    let page = await test.get("/authorize", TestServer.webRequest())
    #expect(["same-origin", "no-referrer"].contains(page.field("Referrer-Policy")))
    // Nothing is loaded from elsewhere that could carry a Referer.
    #expect(try PageFieldsTests.policy(page)["default-src"] == "'none'")
    let answer = await test.decide(TestServer.webRequest())
    #expect(answer.field("Referrer-Policy") == "no-referrer")
    let posted = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    #expect(["same-origin", "no-referrer"].contains(posted.field("Referrer-Policy")))
  }

  // RFC 9700 §4.2.4, §4.3.1: whoever finds a code in a log or a history can't use it.
  @Test func `§4.3 A code from a browser's history is spent, and trying it ends the tokens`() async throws {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest()).callback("code")
    let tokens = try await test.redeemed(code)
    let form = TestServer.redemption(code, ["client_id": "web", "client_secret": TestServer.clientSecret])
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.userInfo(tokens.access).status == 401)
  }

  // RFC 9700 §4.3.2: access tokens aren't put into addresses.
  @Test func `§4.3 No answer brings a token through the browser, and none is taken from a query`() async throws {
    let test = try Self.server()
    for type in ["token", "id_token", "code token", "id_token token"] {
      let answer = await test.get("/authorize", TestServer.webRequest(["response_type": type, "nonce": "n"]))
      #expect(try answer.callbackError() == "unsupported_response_type")
    }
    let access = try await test.redeemed(try await test.decide(TestServer.webRequest()).callback("code")).access
    #expect(await test.get("/userinfo?access_token=" + access).status == 401)
  }

  // RFC 9700 §4.4.2.1.
  @Test func `§4.4 Every answer names its server, so that a client can tell whose it is`() async throws {
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

  // RFC 9700 §4.5: the attacker puts a stolen code into a sign-in of their own, at the same client.
  @Test func `§4.5 A code that is injected into another sign-in meets another verifier`() async throws {
    let test = try Self.server()
    let stolen = try await test.decide(TestServer.webRequest()).callback("code")
    let attackers = CodeVerifier.random(from: SeededRandomSource(seed: 7))
    let form = TestServer.redemption(
      stolen,
      ["client_id": "web", "client_secret": TestServer.clientSecret, "code_verifier": attackers.reveal()])
    #expect(await test.post("/token", form).error == "invalid_grant")
    // Nor does it help to leave the verifier out, or to be another client.
    for changes in [["code_verifier": nil], ["client_id": "other"]] as [Changes] {
      let all: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret].merging(changes) { $1 }
      #expect(await test.post("/token", TestServer.redemption(stolen, all)).error == "invalid_grant")
    }
    // The one it belongs to still has it.
    #expect(try await test.redeemed(stolen).members["id_token"] != nil)
  }

  // RFC 9700 §4.5.3.2: the ID token says which sign-in it belongs to.
  @Test func `§4.5 The nonce of the sign-in that a code came from is in its ID token`() async throws {
    let test = try Self.server()
    let code = try await test.decide(TestServer.webRequest(["nonce": "the-victims"])).callback("code")
    #expect(try await test.idToken(try await test.redeemed(code)).claims["nonce"] == "the-victims")
  }

  // RFC 9700 §4.7: nobody signs a person in with another account, or allows something in their name.
  @Test func `§4.7 A decision that another site sends decides nothing, and state comes back as it was`() async throws {
    let test = try Self.server()
    let request = TestServer.webRequest()
    for field in ["https://evil.example", "null"] {
      #expect(await test.decide(request, fields: [.origin: field]).status == 403)
    }
    #expect(test.codes.count == 0)
    #expect(try await test.decide(request).callback("state") == "st4te-of-the-client")
  }

  // RFC 9700 §4.8: the challenge is taken out of the request, or its method is weakened.
  @Test func `§4.8 A request cannot be downgraded, and a verifier without a challenge is refused`() async throws {
    let test = try Self.server()
    for changes in [
      ["code_challenge": nil, "code_challenge_method": nil], ["code_challenge_method": nil],
      ["code_challenge_method": "plain"],
    ] as [Changes] {
      #expect(try await test.get("/authorize", TestServer.webRequest(changes)).callbackError() == "invalid_request")
    }
    // A client that need not use PKCE: whoever strips the challenge makes the honest client's verifier fail.
    let old = try TestServer()
    let code = try await old.code(["client_id": "old", "code_challenge": nil, "code_challenge_method": nil])
    let form = TestServer.redemption(code, ["client_id": "old", "client_secret": TestServer.clientSecret])
    #expect(await old.post("/token", form).error == "invalid_grant")
  }

  // RFC 9700 §4.11.2.
  @Test(
    arguments: [
      ["client_id": "nobody"], ["client_id": nil], ["redirect_uri": "https://evil.example/"], ["redirect_uri": nil],
      ["response_mode": "x"], ["request_uri": "urn:ietf:params:oauth:request_uri:x"],
    ] as [Changes])
  func `§4.11 The server sends nobody to an address that it can't trust`(changes: Changes) async throws {
    let test = try Self.server()
    for more in [[:], ["response_type": "x"], ["prompt": "none"], ["scope": "unheard-of"]] as [Changes] {
      let request = TestServer.webRequest(more.merging(changes) { $1 })
      for answer in [await test.get("/authorize", request), await test.post("/authorize", request)] {
        #expect(answer.status == 400 && answer.field("Location") == nil && answer.field("Refresh") == nil)
      }
    }
  }

  // RFC 9700 §4.12: with 307 the browser would post the password on to the client.
  @Test func `§4.12 A form with a password is answered with 303, never with 307`() async throws {
    let test = try Self.server()
    for changes in [[:], ["decision": "deny"]] as [Changes] {
      for mode in ["query", "fragment", "jwt"] {
        let answer = await test.decide(TestServer.webRequest(["response_mode": mode]), changes)
        #expect(answer.status == 303 && answer.body.isEmpty)
      }
    }
    // A form that goes on to the client has the answer, and nothing that the person typed.
    let answer = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    let names = try answer.formPost(of: test).parameters.pairs.map(\.name)
    #expect(Set(names) == ["code", "state", "iss"] && !answer.text.contains(TestServer.password))
  }

  // RFC 9700 §4.14.
  @Test func `§4.14 A refresh token that is used again ends what it gave`() async throws {
    let test = try Self.server()
    let first = try await test.redeemed(try await test.decide(TestServer.webRequest()).callback("code"))
    let form = TestServer.refreshment(
      try #require(first.refresh), ["client_id": "web", "client_secret": TestServer.clientSecret])
    let second = try TokenAnswer(await test.post("/token", form))
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.userInfo(second.access).status == 401)
  }

  // RFC 9700 §4.16.
  @Test func `§4.16 No page can be shown in a frame`() async throws {
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

  // RFC 9700 §4.17: what a page posts goes to the registered address; where that leads on to is the client's affair, over https.
  @Test func `§4.17 A form is posted to the client's registered address and no other`() async throws {
    let test = try Self.server()
    let answer = await test.decide(TestServer.webRequest(["response_mode": "form_post"]))
    #expect(try answer.formPost(of: test).action == TestServer.redirect)
    #expect(try PageFieldsTests.policy(answer)["form-action"] == "https:")
  }
}
