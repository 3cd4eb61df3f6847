import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// Authentication requests (OpenID Connect Core §3.1.2).
@Suite(.covers("OpenID Core §3.1.2.1, server")) struct OpenIDRequestTests {
  static func request(_ changes: Changes = [:]) -> FormParameters {
    TestServer.authorization(["scope": "openid", "nonce": "n"].merging(changes) { $1 })
  }

  // Other servers answer `prompt=none` without a session with status 500 or a page. The client must
  // get `login_required`.
  @Test(
    arguments: [
      (["prompt": "none"], "login_required"), (["prompt": "none", "max_age": "60"], "login_required"),
      (["prompt": "none login"], "invalid_request"), (["prompt": "login none"], "invalid_request"),
      (["prompt": "consent none select_account"], "invalid_request"),
      (["request": "eyJhbGciOiJub25lIn0.e30."], "request_not_supported"),
      (["request_uri": "https://app.example/r.jwt"], "request_uri_not_supported"),
      (["registration": "{\"client_name\":\"x\"}"], "registration_not_supported"),
      (["max_age": "-1"], "invalid_request"), (["max_age": "1.5"], "invalid_request"),
      (["max_age": "1e3"], "invalid_request"), (["max_age": "٣"], "invalid_request"),
      (["max_age": " 1"], "invalid_request"), (["max_age": "+1"], "invalid_request"),
      (["response_type": "id_token"], "unsupported_response_type"),
      (["response_type": "code id_token"], "unsupported_response_type"),
      (["response_type": "code token"], "unsupported_response_type"), (["scope": "notes unheard-of"], "invalid_scope"),
      (["id_token_hint": "no token"], "invalid_request"), (["id_token_hint": "e30.e30."], "invalid_request"),
      (["nonce": String(repeating: "n", count: 17_000)], "invalid_request"),
    ] as [(Changes, String)])
  func `A request that can't be granted is redirected with an error, from the page as well`(
    changes: Changes, expected: String
  ) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let request = Self.request(changes)
    for answer in [
      await test.get("/authorize", request), await test.post("/authorize", request), await test.decide(request),
    ] {
      #expect(try answer.callbackError() == expected)
      #expect(try answer.callback("error_description").utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
    #expect(test.database.counts.codes == 0)
  }

  // Core §3.1.2.1, §15.1: these values must not be errors. The server also ignores unknown values.
  @Test(
    arguments: [
      ["prompt": "login"], ["prompt": "consent"], ["prompt": "select_account"], ["prompt": "login consent"],
      ["prompt": "create"], ["prompt": "None"], ["max_age": "0"], ["max_age": "3600"], ["max_age": ""],
      ["max_age": "99999999999999999999999999"], ["display": "popup"], ["display": "hologram"],
      ["ui_locales": "fr-CA fr en"], ["claims_locales": "xx-unknown"], ["acr_values": "urn:gold 0"],
      ["claims": "{\"id_token\":{\"auth_time\":{\"essential\":true}}}"],
      ["claims": "{\"userinfo\":{\"x-unknown\":null}}"],
    ] as [Changes])
  func `Optional parameters and values never hinder a sign-in`(changes: Changes) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let request = Self.request(changes)
    #expect(await test.get("/authorize", request).status == 200)
    let code = try await test.decide(request).callback("code")
    let claims = try await test.idToken(TokenAnswer(await test.post("/token", TestServer.redemption(code)))).claims
    // §2 requires `auth_time` if it is essential or `max_age` is sent. The server always includes
    // it.
    #expect(claims["auth_time"] == 1_800_000_000 && claims["acr"] == nil)
  }

  @Test func `The page says that the client will recognize the user, and has the user name of login_hint`() async throws
  {
    let test = try TestServer.openID(OpenIDKeys.es256)
    _ = await test.get("/authorize", Self.request(["login_hint": "ada", "scope": "openid email"]))
    guard case .signIn(let page) = test.pages.last else {
      Issue.record("no sign-in page")
      return
    }
    #expect(page.permissions == [.recognize, .email])
    #expect(page.username == "ada")
  }

  @Test(arguments: ["nonce", "max_age", "id_token_hint", "prompt"])
  func `A repeated parameter of OpenID Connect is rejected`(name: String) async throws {
    var request = Self.request([name: "1"])
    request.append(name, "2")
    #expect(
      try await TestServer.openID(OpenIDKeys.es256).get("/authorize", request).callbackError() == "invalid_request")
  }

  @Test func `A nonce that was changed in the form belongs to the sign-in with the changed request`()
    async throws
  {
    let test = try TestServer.openID(OpenIDKeys.es256)
    _ = await test.get("/authorize", Self.request(["nonce": "asked"]))
    let code = try await test.decide(Self.request(["nonce": "exchanged"])).callback("code")
    let claims = try await test.idToken(TokenAnswer(await test.post("/token", TestServer.redemption(code)))).claims
    #expect(claims["nonce"] == "exchanged")
  }

  // Core §3.1.2.1: a different user than the hint's must get an error.
  @Test func `A hint, even an expired one, signs in only its own user`() async throws {
    let grace = User(subject: Subject(rawValue: "7"), username: "grace", name: "Grace")
    let test = try TestServer.openID(
      users: InMemoryUserDirectory([TestServer.ada, (grace, Secret(TestServer.password))]))
    let hint = try #require(try await test.tokens(["scope": "openid"]).members["id_token"]?.string)
    test.clock.advance(by: .seconds(86_400))
    let request = Self.request(["id_token_hint": hint])
    #expect(await test.get("/authorize", request).status == 200)
    _ = try await test.decide(request).callback("code")
    #expect(try await test.decide(request, ["username": "grace"]).callbackError() == "login_required")
    // A user who mistyped the password can try again.
    #expect(await test.decide(request, ["username": "grace", "password": "wrong"]).status == 403)
    _ = try await test.decide(Self.request(), ["username": "grace"]).callback("code")
  }

  @Test func `A hint that isn't this server's ID token is rejected`() async throws {
    let test = try TestServer.openID(OpenIDKeys.rs256)
    let key = try OpenIDKeys.rs256.get()
    let claims: [String: JSONValue] = ["iss": .string(TestServer.issuer), "sub": "248289761001", "exp": 0]
    let right = try key.sign(claims).reveal()
    #expect(await test.get("/authorize", Self.request(["id_token_hint": right])).status == 200)
    let parts = right.split(separator: ".")
    let unsigned = Base64URL.encode(Array("{\"alg\":\"none\"}".utf8)) + ".\(parts[1])."
    // The public key used as an HMAC secret (RFC 8725 §2.1).
    let published = Secret(String(decoding: try #require(key.verificationKey.publicJWK).bytes(), as: UTF8.self))
    for hint in [
      unsigned, String(right.dropLast(4)), "\(parts[0]).\(parts[1])", right + ".x",
      try SigningKey.generate(.es256, keyID: "rs-1").sign(claims).reveal(),
      try OpenIDKeys.next.get().sign(claims).reveal(),
      try SigningKey(secret: published, algorithm: .hs256).sign(claims, header: ["kid": "rs-1"]).reveal(),
      try key.sign(claims.merging(["iss": "https://evil.example"]) { $1 }).reveal(),
      try key.sign(["iss": .string(TestServer.issuer)]).reveal(),
      // A signed answer of UserInfo.
      try key.sign(claims.filter { $0.key != "exp" }, type: "JWT").reveal(),
      try key.sign(claims.merging(["sub": 7]) { $1 }).reveal(),
    ] {
      #expect(
        try await test.get("/authorize", Self.request(["id_token_hint": hint])).callbackError() == "invalid_request")
    }
    // A server without ID tokens ignores the hint.
    let plain = TestServer.authorization(["id_token_hint": "anything"])
    #expect(try await TestServer().get("/authorize", plain).status == 200)
  }
}
