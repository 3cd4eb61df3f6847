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

@Suite(.covers("RFC 9101 §4, server")) struct RequestObjectTests {
  // RFC 9101 §5: outside the object only client_id counts.
  @Test(
    .covers(
      "question: Is JAR supported at the authorization endpoint",
      "question: Server requires all parameters to be in request object",
      "question: Does the server support RFC9101 (JAR)")) func `Only the signed parameters of a request count`()
    async throws
  {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let request = RequestObjects.request(
      try RequestObjects.signed(),
      [
        "state": "another", "scope": "openid email", "redirect_uri": "https://evil.example/", "response_type": "token",
        "response_mode": "fragment", "prompt": "none", "code_challenge": "x",
      ])
    #expect(await test.get("/authorize", request).status == 200)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
    #expect(Set(carried.pairs.map(\.name)) == ["client_id", "request"])
    let answer = await test.decide(carried)
    #expect(try answer.callback("state") == "st4te-of-the-client")
    #expect(try await test.redeemed(try answer.callback("code")).members["scope"] == "openid profile")
  }

  // RFC 9101 §4, OpenID Connect Core §6.1.
  @Test func `Numbers, lists and objects become the parameters that they stand for`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let object = try RequestObjects.signed([
      "max_age": 60, "resource": ["https://a.example", "https://b.example"],
      "claims": ["userinfo": ["name": .null]], "unknown": ["x": [1]], "login_hint": .null,
    ])
    let code = try await test.decide(RequestObjects.request(object)).callback("code")
    let details = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code)))).details
    #expect(details.resources == ["https://a.example", "https://b.example"])
    #expect(details.claims == ["userinfo": ["name": .null]])
  }

  @Test(
    .covers("question: Check mismatched client_id parameters"),
    arguments: [
      ["exp": 1_799_999_900], ["nbf": 1_800_000_100], ["exp": "soon"], ["aud": "https://other.example"], ["aud": []],
      ["aud": ["https://other.example"]], ["iss": "app"], ["client_id": "app"], ["client_id": nil], ["sub": "web"],
      ["request": "x"], ["request_uri": "urn:x"], ["max_age": true], ["scope": ["openid"]], ["state": ["x": "y"]],
      ["resource": [1]], ["max_age": .number(1.5)], ["client_id": 7],
    ] as [[String: JSONValue?]])
  func `An object with a wrong claim is rejected, at the redirect URI in the query or on a page`(
    changes: [String: JSONValue?]
  ) async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let object = try RequestObjects.signed(changes)
    let sent = await test.get("/authorize", RequestObjects.request(object, ["redirect_uri": TestServer.redirect]))
    #expect(try sent.callbackError(state: nil) == "invalid_request_object")
    let shown = await test.get("/authorize", RequestObjects.request(object))
    #expect(shown.status == 400 && shown.field("Location") == nil)
    let pushed = try await test.push(RequestObjects.request(object))
    #expect(pushed.status == 400 && pushed.error == "invalid_request_object")
    #expect(test.database.counts.codes == 0)
  }

  // RFC 8725 §3.1, §3.10, §3.11. Other programs don't check the signature.
  @Test(.covers("question: Is the JAR signature checked"))
  func `An object that its client didn't sign, or signed as another type, is rejected`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let good = try RequestObjects.signed()
    let parts = good.split(separator: ".").map(String.init)
    let secret = try SigningKey(secret: Secret(TestServer.clientSecret), algorithm: .hs256)
    let objects = [
      try RequestObjects.signed(by: RequestObjects.other), try RequestObjects.signed(by: OpenIDKeys.es256),
      try secret.sign(RequestObjects.claims()).reveal(), parts[0] + "." + parts[1] + ".", good + "x",
      parts[0] + "." + parts[1] + "." + String(parts[2].reversed()), "x.y", "", "e30.e30.", good + ".a.b",
      RequestObjects.unsigned(algorithm: "None"), RequestObjects.unsigned(algorithm: "NONE"),
      try RequestObjects.signed(type: "logout+jwt"), try RequestObjects.signed(type: "dpop+jwt"),
      try RequestObjects.signed(type: "at+jwt"),
      try RequestObjects.signed(["x": .string(String(repeating: "y", count: 20_000))]),
    ].filter { !$0.isEmpty }
    for object in objects {
      let sent = await test.get("/authorize", RequestObjects.request(object, ["redirect_uri": TestServer.redirect]))
      #expect(try sent.callbackError(state: nil) == "invalid_request_object", "\(object.prefix(20))")
    }
    for type in [nil, "JWT", "oauth-authz-req+jwt", "application/oauth-authz-req+jwt"] {
      #expect(await test.get("/authorize", RequestObjects.request(try RequestObjects.signed(type: type))).status == 200)
    }
  }

  // Each takes as long as a verification.
  @Test(.covers("attack: keys that are slow to verify with"))
  func `After thirty invalid objects in a minute, no object from that address is read`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let (attacker, user) = (ClientAddress("203.0.113.7"), ClientAddress("198.51.100.1"))
    let wrong = RequestObjects.request(try RequestObjects.signed(by: RequestObjects.other))
    let right = RequestObjects.request(try RequestObjects.signed())
    for _ in 0..<30 { #expect(await test.get("/authorize", wrong, from: attacker).status == 400) }
    #expect(await test.get("/authorize", right, from: attacker).status == 400)
    #expect(await test.get("/authorize", right, from: user).status == 200)
    test.clock.advance(by: .seconds(60))
    #expect(await test.get("/authorize", right, from: attacker).status == 200)
  }

  // OpenID Connect Registration §2.
  @Test func `A client that registered unsigned objects can't send signed ones`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client { $0.requestObjectsAreUnsigned = true }])
    let signed = try await test.push(RequestObjects.request(try RequestObjects.signed()))
    #expect(signed.error == "invalid_request_object")
  }

  @Test func `A registered algorithm is the only accepted one`() async throws {
    let object = try RequestObjects.signed(by: RequestObjects.rsa)
    for (algorithm, status) in [(nil, 200), (.rs256, 200), (.ps256, 400), (.es256, 400)] as [(SignatureAlgorithm?, Int)]
    {
      let test = try TestServer(asking: [try RequestObjects.client { $0.requestObjectAlgorithm = algorithm }])
      #expect(await test.get("/authorize", RequestObjects.request(object)).status == status)
    }
    let strict = try TestServer(asking: [try RequestObjects.client()]) {
      $0.requests.requestObjectAlgorithms = [.es256]
    }
    #expect(await strict.get("/authorize", RequestObjects.request(object)).status == 400)
  }

  @Test func `A client without keys gets an error that its objects aren't supported`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let request = RequestObjects.request(try RequestObjects.signed(), ["redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "request_not_supported")
  }

  @Test(.covers("question: Is JAR required at the authorization endpoint"))
  func `A client that must sign is rejected with plain requests (RFC 9101 section 10.5)`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client { $0.requiresSignedRequests = true }])
    #expect(try await test.decide(TestServer.webRequest()).callbackError() == "invalid_request")
    #expect(try await test.push(TestServer.webRequest()).error == "invalid_request")
    let signed = RequestObjects.request(try RequestObjects.signed())
    #expect(await test.decide(signed).status == 303)
    let pushed = try await test.reference(signed)
    #expect(try await test.decide(TestServer.referring(pushed)).callback("code").utf8.count == 40)
  }

  @Test func `A user who began in time may take longer than the object is valid`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let request = RequestObjects.request(try RequestObjects.signed(), ["redirect_uri": TestServer.redirect])
    test.clock.advance(by: .seconds(400))
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request_object")
    #expect(try await test.decide(request).callback("code").utf8.count == 40)
    test.clock.advance(by: .seconds(1_800))
    #expect(try await test.decide(request).callbackError(state: nil) == "invalid_request_object")
  }

  @Test func `request and request_uri together are rejected (RFC 9101 section 5)`() async throws {
    let test = try TestServer(asking: [try RequestObjects.client()])
    let request = RequestObjects.request(
      try RequestObjects.signed(), ["request_uri": "https://a.example", "redirect_uri": TestServer.redirect])
    #expect(try await test.get("/authorize", request).callbackError(state: nil) == "invalid_request")
  }

  @Test(arguments: [false, true]) func `Pixy's own client signs its request and completes a sign-in`(isPushed: Bool)
    async throws
  {
    let test = try TestServer(asking: [try RequestObjects.client { $0.requiresSignedRequests = true }])
    let transport = InProcessTransport(test.server)
    let metadata = try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport)
    let client = OAuthClient(
      id: "web", authentication: .clientSecretPost(Secret(TestServer.clientSecret)), server: metadata,
      transport: transport, clock: test.clock.wallClock, logger: test.log.logger())
    var request = AuthorizationRequest(redirectURI: try RedirectURI(TestServer.redirect), scope: try Scope(["profile"]))
    request.requestObjectKey = try RequestObjects.key.get()
    request.isPushed = isPushed
    request.openID.maxAge = .seconds(600)
    let attempt = try await client.begin(request)
    let person = SimulatedUser(username: "ada", password: Secret(TestServer.password))
    let code = try attempt.receive(AuthorizationCallback(url: try await person.visit(attempt.url, through: transport)))
    #expect(try await client.exchange(code).scope == Scope(["profile"]))
  }
}
