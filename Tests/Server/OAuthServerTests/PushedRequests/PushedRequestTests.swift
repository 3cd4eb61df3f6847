import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 9126 §2, server")) struct PushedRequestTests {
  // RFC 9126 §2.2 and §7.1.
  @Test(
    .covers(
      "OP FAPI2: in every flow", "question: Are the PAR request uri's secure (128 bits)",
      "question: Are the PAR request uri's secure (160 bits)"))
  func `A pushed request is answered with 201, a reference of at least 160 bits, and a short lifetime`()
    async throws
  {
    let test = try TestServer(asking: [try TestServer.asking()])
    let answer = try await test.push(TestServer.webRequest())
    #expect(answer.status == 201 && answer.field("Cache-Control") == "no-store")
    let members = try answer.members
    #expect(Set(members.keys) == ["request_uri", "expires_in"] && members["expires_in"] == 90)
    let reference = try #require(members["request_uri"]?.string)
    #expect(reference.hasPrefix("urn:ietf:params:oauth:request_uri:"))
    #expect(reference.utf8.count - "urn:ietf:params:oauth:request_uri:".utf8.count == 40)
    #expect(try await test.reference() != reference)
  }

  // RFC 9126 §4.
  @Test(
    .covers(
      "question: Does the server support RFC9126 (PAR)", "question: Is PAR supported at the authorization endpoint",
      "CVE-2024-4540"))
  func `The request_uri stands for the request at the authorization endpoint`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = TestServer.referring(try await test.reference())
    #expect(await test.get("/authorize", request).status == 200)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    // The page carries only the reference, so the browser can't change the request.
    let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
    #expect(Set(carried.pairs.map(\.name)) == ["client_id", "request_uri"])
    let answer = await test.decide(request)
    #expect(try answer.callback("state") == "st4te-of-the-client")
    #expect(try await test.redeemed(try answer.callback("code")).members["scope"] == "openid profile")
  }

  // Any client can push for a public client, so an unopened request is dropped when its reference
  // expires.
  @Test func `A request is kept for the duration of a sign-in only once the sign-in began`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let reference = try await test.reference()
    let hash = SecretHash(ofToken: Secret(String(try #require(reference.split(separator: ":").last))))
    let pushed = try #require(try await test.database.pushedRequest(hash))
    #expect(pushed.completableUntil == pushed.expires && pushed.expires == test.clock.now + 90)
    test.clock.advance(by: .seconds(60))
    for _ in 0..<2 {
      #expect(await test.get("/authorize", TestServer.referring(reference)).status == 200)
      let begun = try #require(try await test.database.pushedRequest(hash))
      #expect(begun.expires == pushed.expires && begun.completableUntil == pushed.expires + 1_800)
    }
  }

  @Test(
    .covers(
      "OP FAPI2: ensure-different-nonce-inside-and-outside-request-object",
      "OP FAPI2: ensure-different-state-inside-and-outside-request-object",
      "OP FAPI2: state-only-outside-request-object-not-used", "OP FAPI2: par-without-duplicate-parameters"))
  func `Only client_id and request_uri count in the browser (RFC 9126 section 4)`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = TestServer.referring(
      try await test.reference(),
      [
        "state": "another", "scope": "openid email", "redirect_uri": "https://evil.example/",
        "response_mode": "fragment",
        "code_challenge": "x", "response_type": "token", "prompt": "none",
      ])
    let answer = await test.decide(request)
    #expect(answer.field("Location")?.hasPrefix(TestServer.redirect + "?") == true)
    #expect(try answer.callback("state") == "st4te-of-the-client")
    #expect(try await test.redeemed(try answer.callback("code")).members["scope"] == "openid profile")
  }

  @Test(.covers("question: Is the request_uri revoked"))
  func `One request_uri works for one sign-in, even if a hundred complete simultaneously`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = TestServer.referring(try await test.reference())
    let answers = await withTaskGroup(of: HTTPAnswer.self) { group in
      for _ in 0..<100 { group.addTask { await test.decide(request) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0.status == 303 } == 1 && answers.count { $0.status == 400 } == 99)
    #expect(test.database.counts.codes == 1)
    #expect(await test.get("/authorize", request).text == "error: endedRequest")
  }

  @Test(.covers("question: Is the request_uri revoked"))
  func `A cancellation also ends the request_uri, and a wrong password doesn't`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = TestServer.referring(try await test.reference())
    #expect(await test.decide(request, ["password": "wrong"]).status == 403)
    #expect(await test.get("/authorize", request).status == 200)
    #expect(try await test.decide(request, ["decision": "deny"]).callbackError() == "access_denied")
    #expect(await test.get("/authorize", request).status == 400)
  }

  @Test(.covers("question: Does the request_uri time out"))
  func `A user who began in time may take longer than the request_uri lives`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = TestServer.referring(try await test.reference())
    test.clock.advance(by: .seconds(89))
    #expect(await test.get("/authorize", request).status == 200)
    test.clock.advance(by: .seconds(1))
    #expect(await test.get("/authorize", request).text == "error: endedRequest")
    test.clock.advance(by: .seconds(1_799))
    #expect(await test.decide(request, ["password": "wrong"]).status == 403)
    test.clock.advance(by: .seconds(1))
    #expect(await test.decide(request).text == "error: endedRequest")
    #expect(test.database.counts.codes == 0)
  }

  @Test func `An unknown request_uri gets an error page and no redirect`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    for name in ["", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 5_000)] {
      let request = TestServer.referring(
        "urn:ietf:params:oauth:request_uri:" + name, ["redirect_uri": TestServer.redirect])
      for answer in [await test.get("/authorize", request), await test.decide(request)] {
        #expect(answer.status == 400 && answer.field("Location") == nil)
      }
    }
  }

  // RFC 9126 §2.3: the server rejects an invalid request when it is pushed, before a browser is
  // involved.
  @Test(
    arguments: [
      (["response_type": "token"], "unsupported_response_type"), (["redirect_uri": nil], "invalid_request"),
      (["redirect_uri": "https://evil.example/"], "invalid_request"), (["scope": "notes"], "invalid_scope"),
      (["code_challenge": nil], "invalid_request"), (["response_mode": "carrier_pigeon"], "invalid_request"),
      (["request_uri": "urn:ietf:params:oauth:request_uri:x"], "invalid_request"),
      (["request_uri": "https://app.example/request"], "invalid_request"), (["claims": "[]"], "invalid_request"),
      (["resource": "notes"], "invalid_target"), (["dpop_jkt": "x"], "invalid_request"),
      (["authorization_details": "[]"], "invalid_authorization_details"),
      (["login_hint": String(repeating: "x", count: 17_000)], "invalid_request"),
      (["max_age": "-1"], "invalid_request"),
    ] as [(Changes, String)])
  func `An invalid request is rejected as JSON when it is pushed`(changes: Changes, expected: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let answer = try await test.push(TestServer.webRequest(changes))
    #expect(answer.status == 400 && answer.error == expected)
    #expect(answer.field("Location") == nil && answer.field("Content-Type") == "application/json")
  }

  @Test(
    .covers("question: Is PAR authentication required at the authorization endpoint"),
    arguments: [nil, "wrong"] as [String?])
  func `A confidential client must authenticate to push`(secret: String?) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    var form = TestServer.webRequest()
    form.append("client_secret", ifPresent: secret)
    let answer = await test.post("/par", form)
    #expect(answer.status == 401 && answer.error == "invalid_client")
  }

  @Test func `A request with a repeated parameter, or in another format than a form, is rejected`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    for name in ["state", "redirect_uri", "claims", "client_id", "request"] {
      var form = TestServer.webRequest()
      form.append(name, "x")
      form.append(name, "y")
      #expect(try await test.push(form).error == "invalid_request")
    }
    let json = try await test.push(TestServer.webRequest(), fields: [.contentType: "application/json"])
    #expect(json.error == "invalid_request")
  }

  // RFC 9126 §5, §6.
  @Test(.covers("question: Is PAR required at the authorization endpoint"))
  func `A client that must push is rejected with plain requests, and can push`() async throws {
    let forced = try TestServer.asking { $0.requiresPushedRequests = true }
    for test in [
      try TestServer(asking: [forced]),
      try TestServer(asking: [try TestServer.asking()]) { $0.requests.requiresPushed = true },
    ] {
      for answer in [
        await test.get("/authorize", TestServer.webRequest()), await test.decide(TestServer.webRequest()),
      ] { #expect(try answer.callbackError() == "invalid_request") }
      #expect(try await test.decide(TestServer.referring(try await test.reference())).callback("code").utf8.count == 40)
    }
  }

  @Test(.covers("OP FAPI2: discovery-end-point-verification"))
  func `The metadata has the endpoint, and whether pushing is required`() async throws {
    let path = "/.well-known/oauth-authorization-server"
    let test = try TestServer(asking: [try TestServer.asking()]) { $0.requests.requiresPushed = true }
    let members = try await test.get(path).members
    #expect(members["pushed_authorization_request_endpoint"] == "https://login.example/par")
    #expect(members["require_pushed_authorization_requests"] == true)
    let without = try TestServer(asking: [], features: [.dpop])
    #expect(try await without.get(path).members["pushed_authorization_request_endpoint"] == nil)
    #expect(try await without.push(TestServer.webRequest()).status == 404)
  }

  // RFC 9449 §10: the code is bound to this key.
  @Test func `dpop_jkt goes into the code`() async throws {
    let jkt = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
    for request in [TestServer.webRequest(["dpop_jkt": jkt])] {
      let test = try TestServer(asking: [try TestServer.asking()])
      let code = try await test.decide(TestServer.referring(try await test.reference(request))).callback("code")
      let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
      #expect(record.details.confirmation == .dpop(jkt: jkt))
    }
  }

  @Test(arguments: [ResponseMode.query, .jwt])
  func `Pixy's own client pushes and completes a sign-in`(mode: ResponseMode) async throws {
    let test = try TestServer(asking: [try TestServer.asking()]) { $0.requests.requiresPushed = true }
    let transport = InProcessTransport(test.server)
    let metadata = try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport)
    let client = OAuthClient(
      id: "web", authentication: .clientSecretBasic(Secret(TestServer.clientSecret)), server: metadata,
      transport: transport, clock: test.clock.wallClock, logger: test.log.logger())
    var request = AuthorizationRequest(redirectURI: try RedirectURI(TestServer.redirect), scope: try Scope(["profile"]))
    request.responseMode = mode
    let attempt = try await client.begin(request)
    #expect(!attempt.url.contains("state"))
    let person = SimulatedUser(username: "ada", password: Secret(TestServer.password))
    let code = try attempt.receive(AuthorizationCallback(url: try await person.visit(attempt.url, through: transport)))
    #expect(try await client.exchange(code).scope == Scope(["profile"]))
  }

  @Test func `The log has no reference, no state and no pushed parameter`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let reference = try await test.reference(TestServer.webRequest(["login_hint": "ada-the-person"]))
    _ = await test.decide(TestServer.referring(reference))
    _ = await test.get("/authorize", TestServer.referring(reference))
    let secret = try #require(reference.split(separator: ":").last)
    for text in [String(secret), "st4te-of-the-client", "ada-the-person", TestServer.clientSecret] {
      #expect(!test.log.records.contains { $0.contains(text) })
    }
  }
}
