internal import PKCE
import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("Back-Channel Logout §2.4")) struct LogoutTokenTests {
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  private func claims(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "iss": .string(Fixture.issuer), "sub": "248289761001", "aud": "app", "iat": 1_800_000_000,
      "exp": 1_800_000_120, "jti": "bWJq", "sid": "08a5019c-17e1-4977-8f42-65a12843ea02",
      "events": .object([Self.event: .object([:])]),
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  private func body(_ token: String) -> [UInt8] {
    var form = FormParameters()
    form.append("logout_token", token)
    form.append("unknown", "ignored")
    return Array(form.formEncoded().utf8)
  }

  private func failure(
    _ claims: [String: JSONValue], key: SigningKey? = nil, type: String? = "logout+jwt"
  ) async throws -> LogoutTokenError? {
    let token = try (key ?? Fixture.key(.rs256)).sign(claims, type: type)
    return try await failure(body: body(token.reveal()))
  }

  private func failure(body: [UInt8]) async throws -> LogoutTokenError? {
    do {
      _ = try await TestIssuer().client().logoutToken(requestBody: body, seen: SeenTokens())
      return nil
    } catch let error as LogoutTokenError {
      return error
    }
  }

  @Test(
    .covers("RP logout: back-channel: a valid token"), arguments: ["logout+jwt", "application/logout+jwt", "JWT", nil])
  func `A valid token names the user who signed out`(type: String?) async throws {
    let token = try Fixture.key(.rs256).sign(claims(), type: type)
    let logout = try await TestIssuer().client().logoutToken(requestBody: body(token.reveal()), seen: SeenTokens())
    #expect(logout.issuer == Fixture.issuer && logout.subject == "248289761001" && logout.tokenID == "bWJq")
    #expect(logout.sessionID == "08a5019c-17e1-4977-8f42-65a12843ea02")
    #expect(logout.expiresAt > logout.issuedAt)
    #expect(!"\(logout) \(String(reflecting: logout))".contains("248289761001"))
  }

  // Back-Channel Logout §2.6, 1: the keys and algorithms are those of ID tokens.
  @Test func `An encrypted token is decrypted, and then only encrypted ones are accepted`() async throws {
    let recipient = try Recipient()
    var client = try TestIssuer().client()
    client.policy.decryption = recipient.decryption
    let token = try Fixture.key(.rs256).sign(claims(), type: "logout+jwt")
    let logout = try await client.logoutToken(requestBody: body(recipient.encrypt(token)), seen: SeenTokens())
    #expect(logout.tokenID == "bWJq")
    await #expect(throws: LogoutTokenError.notDecrypted(.notCompact)) {
      try await client.logoutToken(requestBody: body(token.reveal()), seen: SeenTokens())
    }
    client.policy.decryption = nil
    await #expect(throws: LogoutTokenError.notVerified(.encrypted)) {
      try await client.logoutToken(requestBody: body(recipient.encrypt(token)), seen: SeenTokens())
    }
  }

  @Test func `A token needs a user or a session`() async throws {
    #expect(try await failure(claims(["sub": nil])) == nil)
    #expect(try await failure(claims(["sid": nil])) == nil)
    #expect(try await failure(claims(["sub": nil, "sid": nil])) == .noSubject)
    #expect(try await failure(claims(["sub": ""])) == .claims(.malformed("sub")))
    #expect(try await failure(claims(["sid": ""])) == .claims(.malformed("sid")))
  }

  @Test(.covers("RP logout: back-channel: alg none")) func `An unsigned token is rejected`() async throws {
    let input =
      Base64URL.encode(JSONValue.object(["alg": "none", "typ": "logout+jwt"]).bytes()) + "."
      + Base64URL.encode(JSONValue.object(claims()).bytes()) + "."
    #expect(
      try await failure(body: body(input)) == .notVerified(.algorithmNotAllowed(UntrustedText("none"))))
  }

  @Test(.covers("RP logout: back-channel: wrong alg"))
  func `Another algorithm than the client's, and another key, are rejected`() async throws {
    #expect(
      try await failure(claims(), key: Fixture.key(.es256))
        == .notVerified(.algorithmNotAllowed(UntrustedText("ES256"))))
    let stranger = try SigningKey.generate(.rs256, keyID: Fixture.key(.rs256).keyID)
    #expect(try await failure(claims(), key: stranger) == .notVerified(.invalidSignature))
  }

  @Test(.covers("RP logout: back-channel: no event, wrong event")) func `A token without the logout event is rejected`()
    async throws
  {
    #expect(try await failure(claims(["events": nil])) == .claims(.missing("events")))
    #expect(try await failure(claims(["events": ["x"]])) == .claims(.malformed("events")))
    #expect(try await failure(claims(["events": .object([:])])) == .noLogoutEvent)
    #expect(
      try await failure(claims(["events": ["http://schemas.openid.net/event/other": .object([:])]])) == .noLogoutEvent)
    #expect(try await failure(claims(["events": .object([Self.event: true])])) == .noLogoutEvent)
  }

  @Test(.covers("RP logout: back-channel: a nonce, wrong aud, wrong iss"))
  func `A nonce, another audience and another issuer are rejected`() async throws {
    #expect(try await failure(claims(["nonce": "x"])) == .nonceNotAllowed)
    #expect(try await failure(claims(["nonce": .null])) == .nonceNotAllowed)
    #expect(try await failure(claims(["aud": "other"])) == .claims(.wrongAudience))
    #expect(try await failure(claims(["aud": []])) == .claims(.malformed("aud")))
    #expect(try await failure(claims(["aud": ["app", "other"]])) == .untrustedAudience(UntrustedText("other")))
    #expect(
      try await failure(claims(["iss": "https://evil.example"]))
        == .claims(.wrongIssuer(UntrustedText("https://evil.example"))))
  }

  @Test(arguments: ["iss", "aud", "iat", "exp", "jti", "events"])
  func `A token without a required claim is rejected`(name: String) async throws {
    #expect(try await failure(claims([name: nil])) == .claims(.missing(name)))
  }

  @Test func `A token that has expired or is from the future is rejected`() async throws {
    #expect(try await failure(claims(["exp": 1_799_999_900])) == .claims(.expired(secondsAgo: 100)))
    #expect(try await failure(claims(["iat": 1_800_000_100])) == .claims(.issuedInFuture(secondsAhead: 100)))
  }

  // RFC 8725 §3.11: an ID token has no event, and other JWTs have another type.
  @Test func `JWTs of other types aren't accepted as logout tokens`() async throws {
    #expect(try await failure(Fixture.claims(["jti": "x"]), type: "JWT") == .claims(.missing("events")))
    for type in ["at+jwt", "dpop+jwt", "id"] {
      #expect(try await failure(claims(), type: type) == .notVerified(.wrongType(UntrustedText(type))))
    }
  }

  @Test(arguments: ["", "logout_token=", "x=1", "logout_token=a&logout_token=b", "logout_token=%zz"])
  func `A request without exactly one token is rejected`(text: String) async throws {
    #expect(try await failure(body: Array(text.utf8)) == .malformedRequest)
  }

  @Test func `A token is accepted once until it expires`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let seen = SeenTokens()
    let first = body(try Fixture.key(.rs256).sign(claims(), type: "logout+jwt").reveal())
    let second = body(try Fixture.key(.rs256).sign(claims(["jti": "other"]), type: "logout+jwt").reveal())
    _ = try await client.logoutToken(requestBody: first, seen: seen)
    await #expect(throws: LogoutTokenError.replayed) { try await client.logoutToken(requestBody: first, seen: seen) }
    _ = try await client.logoutToken(requestBody: second, seen: seen)
    // Within the tolerance after its expiry it would be accepted, so it is still stored.
    issuer.clock.advance(by: .seconds(140))
    await #expect(throws: LogoutTokenError.replayed) { try await client.logoutToken(requestBody: first, seen: seen) }
    issuer.clock.advance(by: .seconds(20))
    await #expect(throws: LogoutTokenError.claims(.expired(secondsAgo: 40))) {
      try await client.logoutToken(requestBody: first, seen: seen)
    }
  }

  @Test func `A token is accepted once by all processes that share a store`() async throws {
    let issuer = try TestIssuer()
    let used = InMemoryUsedTokenIDs(clock: issuer.clock.wallClock)
    let request = body(try Fixture.key(.rs256).sign(claims(), type: "logout+jwt").reveal())
    _ = try await issuer.client().logoutToken(requestBody: request, used: used)
    issuer.clock.advance(by: .seconds(140))
    await #expect(throws: LogoutTokenError.replayed) {
      try await issuer.client().logoutToken(requestBody: request, used: used)
    }
  }

  @Test func `A full memory drops the token that expires first`() async throws {
    let client = try TestIssuer().client()
    let seen = SeenTokens(capacity: 2)
    func receive(_ name: String, end: Int64) async throws {
      let token = try Fixture.key(.rs256).sign(
        claims(["jti": .string(name), "exp": .integer(end)]), type: "logout+jwt")
      _ = try await client.logoutToken(requestBody: body(token.reveal()), seen: seen)
    }
    try await receive("a", end: 1_800_000_100)
    try await receive("b", end: 1_800_000_200)
    try await receive("c", end: 1_800_000_300)
    await #expect(throws: LogoutTokenError.replayed) { try await receive("b", end: 1_800_000_200) }
    await #expect(throws: LogoutTokenError.replayed) { try await receive("c", end: 1_800_000_300) }
    try await receive("a", end: 1_800_000_100)
  }
}
