import DPoPVerification
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Pixy's own client completes each flow of the token endpoint against the server, configured from
/// the server's metadata.
@Suite struct OwnClientTests {
  static func client(
    _ test: TestServer, _ id: String = TestServer.service, _ authentication: ClientAuthentication? = nil,
    prover: DPoPProver? = nil
  ) async throws -> OAuthClient {
    let transport = InProcessTransport(test.server)
    return OAuthClient(
      id: id, authentication: try authentication ?? .privateKeyJWT(ClientKey.es256.get()),
      server: try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport), prover: prover,
      transport: transport, clock: test.clock.wallClock, logger: test.log.logger())
  }

  @Test func `Client credentials with private_key_jwt, for the issuer and for the token endpoint`() async throws {
    for (audience, form) in [(AssertionAudience.issuer, ClientAssertionForm.typed), (.tokenEndpoint, .endpoint)] {
      let test = try TestServer.withServices(rules: { $0.clientAssertions = form })
      let client = try await Self.client(
        test, TestServer.service, .privateKeyJWT(try ClientKey.ps256.get(), audience: audience))
      let tokens = try await client.clientCredentials(scope: Scope(["notes"]), resources: [TestServer.notesResource])
      #expect(tokens.scope?.tokens == ["notes"] && tokens.refreshToken == nil)
    }
  }

  @Test(arguments: [false, true])
  func `Client credentials with DPoP, with and without nonces`(hasNonces: Bool) async throws {
    let test = try TestServer.withServices(nonces: hasNonces ? TimedDPoPNonces() : nil)
    let prover = try DPoPProver.generate()
    let client = try await Self.client(test, prover: prover)
    for _ in 0..<2 {
      let tokens = try await client.clientCredentials(scope: Scope(["notes"]))
      let facts = try await IntrospectionTests.ask(test, tokens.accessToken.reveal()).members
      #expect(facts["cnf"] == ["jkt": .string(prover.thumbprint)])
    }
  }

  @Test func `Introspection, and revocation of the introspected token`() async throws {
    let test = try TestServer.withServices()
    let client = try await Self.client(test)
    let tokens = try await client.clientCredentials(scope: Scope(["notes"]))
    let resource = try await Self.client(
      test, TestServer.resourceServer, .clientSecretBasic(Secret(TestServer.clientSecret)))
    guard case .active(let facts) = try await resource.introspect(tokens.accessToken) else {
      Issue.record("the token is not active")
      return
    }
    #expect(facts.clientID == "service" && facts.issuer == TestServer.issuer && facts.scope?.tokens == ["notes"])
    try await client.revoke(tokens.accessToken)
    #expect(try await resource.introspect(tokens.accessToken) == .inactive)
  }

  @Test func `Token exchange`() async throws {
    let test = try TestServer.withServices()
    let shown = try await TokenExchangeTests.token(test)
    let resource = try await Self.client(
      test, TestServer.resourceServer, .clientSecretPost(Secret(TestServer.clientSecret)))
    var request = TokenExchangeRequest(subject: SecurityToken(Secret(shown.access), .accessToken))
    request.requestedTokenType = .jwt
    request.resources = [TestServer.mailResource]
    request.scope = try Scope(["email"])
    let exchanged = try await resource.exchange(request)
    #expect(exchanged.issuedTokenType == .jwt && exchanged.scope?.tokens == ["email"])
    let token = try JWTAccessTokenPolicy(issuer: test.server.issuer, audience: [TestServer.mailResource])
      .accessToken(exchanged.token, signedBy: try await test.keySet(), now: test.clock.now)
    #expect(token.subject == "248289761001")
  }

  @Test func `JWT bearer`() async throws {
    let test = try JWTBearerTests.server()
    let word = Secret(try JWTBearerTests.word(test))
    let tokens = try await Self.client(test).tokens(jwtBearer: word, scope: Scope(["profile"]))
    #expect(await test.userInfo(tokens.accessToken.reveal()).status == 200)
    await #expect(throws: EndpointError.self) {
      try await Self.client(test).tokens(jwtBearer: word, scope: Scope(["profile"]))
    }
  }

  @Test func `A refresh with DPoP and nonces, and UserInfo with a proof`() async throws {
    let test = try TestServer.withServices(nonces: TimedDPoPNonces())
    let key = try SigningKey.generate(.es256)
    let client = try await Self.client(test, "app", ClientAuthentication.none, prover: DPoPProver(key))
    let proof = PlayedProof(key: key)
    let code = try await test.savedCode(for: "app", scope: "openid email")
    let nonce = try #require(await DPoPTokenTests.redeem(test, code, try proof.field(test)).field("DPoP-Nonce"))
    let first = try TokenAnswer(await DPoPTokenTests.redeem(test, code, try proof.field(test, nonce: nonce)))
    let tokens = try await client.refresh(Secret(try #require(first.refresh)))
    #expect(try await client.userInfo(tokens.accessToken)["email"] == "ada@example.com")
  }
}
