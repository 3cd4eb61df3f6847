import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Access tokens as JWTs (RFC 9068).
@Suite(.covers("RFC 8707 §2, server", "RFC 9068 §2, server")) struct JWTAccessTokenTests {
  static func tokens(_ test: TestServer, details: ApprovalDetails, _ changes: Changes = [:]) async throws -> TokenAnswer
  {
    let code = try await test.savedCode(for: TestServer.service, scope: "openid profile", details: details)
    let authenticated = try DPoPTokenTests.authenticated(test)
    return try TokenAnswer(
      await test.post("/token", TestServer.redemption(code, authenticated.merging(changes) { $1 })))
  }

  @Test func `A JWT access token has the claims of RFC 9068 section 2.2`() async throws {
    let test = try TestServer.withServices({
      $0.accessTokenFormat = .jwt
      $0.authorizationDetailsTypes = ["payment"]
    })
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.authenticationContext = "urn:example:high"
    details.authenticationMethods = ["pwd"]
    details.resources = [TestServer.notesResource]
    details.authorizationDetails = [["type": "payment"]]
    let tokens = try await Self.tokens(test, details: details)
    #expect(tokens.members["authorization_details"] == [["type": "payment"]])
    let (header, claims) = try await test.accessToken(tokens.access)
    #expect(header.type == "at+jwt" && header.keyID == "es-1" && header.algorithm == "ES256")
    #expect(claims["jti"]?.string?.isEmpty == false)
    #expect(
      claims.filter { $0.key != "jti" } == [
        "iss": "https://login.example", "sub": "248289761001", "aud": .string(TestServer.notesResource),
        "client_id": "service", "scope": "openid profile", "iat": test.seconds(fromNow: 0),
        "exp": test.seconds(fromNow: 3_600), "auth_time": test.seconds(fromNow: 0), "acr": "urn:example:high",
        "amr": ["pwd"], "authorization_details": [["type": "payment"]],
      ])
  }

  // Other servers issue JWTs without `jti`, so that two tokens of one second are equal.
  @Test func `Two tokens of one second differ`() async throws {
    let test = try TestServer.withServices({ $0.accessTokenFormat = .jwt })
    let tokens = [
      try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access,
      try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access,
    ]
    let names = try await [test.accessToken(tokens[0]).claims["jti"], test.accessToken(tokens[1]).claims["jti"]]
    #expect(tokens[0] != tokens[1] && names[0] != names[1])
  }

  @Test(.covers("RFC 9700 §4.10.2", "CVE-2025-69196"))
  func `Pixy's own resource policy accepts it, only for its audience`() async throws {
    let test = try TestServer.withServices({ $0.accessTokenFormat = .jwt })
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.resources = [TestServer.notesResource, TestServer.mailResource]
    let token = try await Self.tokens(test, details: details, ["resource": TestServer.notesResource]).access
    let issuer = try Issuer(TestServer.issuer)
    let keys = try await test.keySet()
    _ = try JWTAccessTokenPolicy(issuer: issuer, audience: [TestServer.notesResource])
      .accessToken(Secret(token), signedBy: keys, now: test.clock.now)
    #expect(throws: JWTAccessTokenError.self) {
      try JWTAccessTokenPolicy(issuer: issuer, audience: [TestServer.mailResource])
        .accessToken(Secret(token), signedBy: keys, now: test.clock.now)
    }
  }

  @Test(.covers("question: Can access tokens be revoked"))
  func `It can be revoked, introspected and used at UserInfo like any other`() async throws {
    let test = try TestServer.withServices({ $0.accessTokenFormat = .jwt })
    let tokens = try await Self.tokens(test, details: ApprovalDetails())
    #expect(await test.userInfo(tokens.access).status == 200)
    #expect(try await IntrospectionTests.ask(test, tokens.access).members["active"] == true)
    let form = TestServer.authenticated([("token", tokens.access)], by: try test.assertion())
    #expect(await test.post("/revoke", form).status == 200)
    #expect(await test.userInfo(tokens.access).status == 401)
    #expect(try await IntrospectionTests.ask(test, tokens.access).members == ["active": false])
    // A forged token with the same claims is unknown.
    let forged = try ClientKey.es256.get().sign(["sub": "248289761001"], type: "at+jwt").reveal()
    #expect(await test.userInfo(forged).status == 401)
  }

  // RFC 8707 §2.2.
  @Test(.covers("GHSA-p2fr-6hmx-4528")) func `A refresh may name each approved resource, and no other`() async throws {
    let test = try TestServer.withServices({ $0.accessTokenFormat = .jwt })
    var details = ApprovalDetails()
    details.resources = [TestServer.notesResource]
    let first = try await Self.tokens(test, details: details)
    let refresh = try #require(first.refresh)
    func form(_ resource: String) throws -> FormParameters {
      TestServer.authenticated(
        [("grant_type", "refresh_token"), ("refresh_token", refresh), ("resource", resource)], by: try test.assertion())
    }
    #expect(await test.post("/token", try form(TestServer.mailResource)).error == "invalid_target")
    let next = try TokenAnswer(await test.post("/token", try form(TestServer.notesResource)))
    #expect(try await test.accessToken(next.access).claims["aud"] == .string(TestServer.notesResource))
  }

  // OpenID Connect Core §8: several clients together must not be able to identify a user.
  @Test func `A client with pairwise subjects gets the same subject everywhere`() async throws {
    let test = try TestServer.withServices({
      $0.accessTokenFormat = .jwt
      $0.subjectType = .pairwise(sector: "service.example")
    })
    let tokens = try await Self.tokens(test, details: ApprovalDetails())
    let subject = try #require(try await test.idToken(tokens).claims["sub"]?.string)
    #expect(subject != "248289761001")
    #expect(try await test.accessToken(tokens.access).claims["sub"]?.string == subject)
    #expect(try await test.userInfo(tokens.access).members["sub"]?.string == subject)
    #expect(try await IntrospectionTests.ask(test, tokens.access).members["sub"]?.string == subject)
    // A client's own subject is its identifier in every sector.
    let own = try TokenAnswer(await ClientCredentialsGrantTests.request(test)).access
    #expect(try await test.accessToken(own).claims["sub"] == "service")
  }

  @Test func `A client whose registered algorithm has no key gets an error, and spends nothing`() async throws {
    let test = try TestServer.withServices({ $0.idTokenAlgorithm = .rs256 })
    let code = try await test.savedCode(for: TestServer.service, scope: "openid")
    let answer = await test.post("/token", TestServer.redemption(code, try DPoPTokenTests.authenticated(test)))
    #expect(answer.status == 500 && answer.error == "server_error")
    #expect(test.database.counts.tokens == 0)
  }
}
