import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The FAPI 2.0 modules of the OpenID Foundation's suite that concern the token endpoint and client
/// authentication. Each test names its module, without `fapi2-security-profile-final-`.
@Suite struct FAPI2TokenTests {
  static func redeem(
    _ test: TestServer, _ code: String, by assertion: String? = nil, _ changes: Changes = [:], fields: HTTPFields? = nil
  ) async throws -> HTTPAnswer {
    var all = try DPoPTokenTests.authenticated(test, TestServer.fapi)
    if let assertion { all["client_assertion"] = assertion }
    return await test.post(
      "/token", TestServer.redemption(code, all.merging(changes) { $1 }),
      fields: try fields ?? PlayedProof().field(test))
  }

  static func refused(_ changes: [String: JSONValue], key: Result<SigningKey, JSONWebKeyError> = ClientKey.es256)
    async throws -> Bool
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let answer = try await redeem(test, code, by: try test.assertion(TestServer.fapi, key: key, changes))
    let right = try await redeem(test, code)
    return answer.status == 401 && answer.error == "invalid_client" && right.status == 200
  }

  // …-happy-flow
  @Test func `A client that follows the profile gets bound tokens`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let code = try await test.savedCode(
      for: TestServer.fapi, scope: "openid profile", nonce: String(repeating: "n", count: 64))
    let tokens = try TokenAnswer(try await Self.redeem(test, code, fields: try proof.field(test)))
    #expect(tokens.members["token_type"] == "DPoP")
    let claims = try await test.idToken(tokens).claims
    #expect(claims["nonce"]?.string?.count == 64 && claims["aud"] == "fapi")
    // At least 128 bits.
    #expect(tokens.access.count >= 22)
  }

  // …-ensure-signed-client-assertion-with-RS256-fails
  @Test(.covers("OP FAPI2: ensure-signed-client-assertion-with-RS256-fails"))
  func `An assertion with RS256 is rejected, even with a registered key`() async throws {
    #expect(try await Self.refused([:], key: ClientKey.rs256))
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let assertion = try test.assertion(TestServer.fapi, key: ClientKey.ps256)
    #expect(try await Self.redeem(test, code, by: assertion).status == 200)
  }

  // …-client-assertion-with-exp-is-5-minutes-in-past-fails, …-with-wrong-aud-fails,
  // …-with-no-sub-fails
  @Test(
    .covers(
      "OP FAPI2: client-assertion-with-exp-is-5-minutes-in-past-fails",
      "OP FAPI2: client-assertion-with-wrong-aud-fails", "OP FAPI2: client-assertion-with-no-sub-fails"))
  func `An assertion that has expired, has another audience or has no sub is rejected`() async throws {
    #expect(try await Self.refused(["exp": 1_799_999_700]))
    #expect(try await Self.refused(["aud": "https://other.example"]))
    #expect(try await Self.refused(["sub": .null]))
  }

  /// Pushes a request with an assertion that has changed claims.
  static func pushed(_ changes: [String: JSONValue], key: Result<SigningKey, JSONWebKeyError> = ClientKey.es256)
    async throws -> HTTPAnswer
  {
    let test = try FAPIRequestConformanceTests.server()
    let request = TestServer.webRequest().pairs.map { ($0.name, $0.value) }
    return await test.post(
      "/par", TestServer.authenticated(request, by: try test.assertion("web", key: key, changes)))
  }

  // …-par-test-array-as-audience-fails, …-token-endpoint-url-as-audience-fails,
  // …-par-endpoint-url-as-audience-fails,
  // …-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted,
  // …-nbf-over-60-seconds-in-the-future-fails: at the endpoint that the suite uses.
  @Test(
    .covers(
      "OP FAPI2: par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted",
      "OP FAPI2: nbf-over-60-seconds-in-the-future-fails", "OP FAPI2: par-test-array-as-audience-fails",
      "OP FAPI2: par-endpoint-url-as-audience-fails", "OP FAPI2: token-endpoint-url-as-audience-fails"))
  func `The same rules hold for an assertion with a pushed request`() async throws {
    let now = Int64(1_800_000_000)
    for aud in [
      [.string(TestServer.issuer)], .string(TestServer.issuer + "/token"), .string(TestServer.issuer + "/par"),
    ]
      as [JSONValue]
    {
      let answer = try await Self.pushed(["aud": aud])
      #expect(answer.status == 401 && answer.error == "invalid_client", "\(aud)")
    }
    for (changes, key) in [
      (["nbf": .integer(now + 61), "exp": .integer(now + 120)], ClientKey.es256),
      (["exp": .integer(now - 300)], ClientKey.es256),
      (["sub": .null], ClientKey.es256), ([:], ClientKey.rs256),
    ] as [([String: JSONValue], Result<SigningKey, JSONWebKeyError>)] {
      #expect(try await Self.pushed(changes, key: key).error == "invalid_client", "\(changes)")
    }
    #expect(try await Self.pushed(["nbf": .integer(now + 8), "iat": .integer(now + 8)]).status == 201)
  }

  // …-par-test-array-as-audience-fails, …-token-endpoint-url-as-audience-fails,
  // …-par-endpoint-url-as-audience-fails
  @Test(
    .covers(
      "OP FAPI2: par-test-array-as-audience-fails", "OP FAPI2: par-endpoint-url-as-audience-fails",
      "OP FAPI2: token-endpoint-url-as-audience-fails", "question: Is JWT audience checked"))
  func `The issuer as a string is the only accepted audience`() async throws {
    #expect(try await Self.refused(["aud": [.string(TestServer.issuer)]]))
    #expect(try await Self.refused(["aud": [.string(TestServer.issuer), "https://other.example"]]))
    #expect(try await Self.refused(["aud": .string(TestServer.issuer + "/token")]))
    #expect(try await Self.refused(["aud": .string(TestServer.issuer + "/par")]))
  }

  // …-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted,
  // …-nbf-over-60-seconds-in-the-future-fails
  @Test(
    .covers(
      "OP FAPI2: par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted",
      "OP FAPI2: nbf-over-60-seconds-in-the-future-fails", "question: Is JWT 'not before' checked"))
  func `A clock that is 8 seconds fast is tolerated, and one that is a minute fast isn't`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let early = try test.assertion(
      TestServer.fapi, ["nbf": test.seconds(fromNow: 61), "exp": test.seconds(fromNow: 120)])
    #expect(try await Self.redeem(test, code, by: early).error == "invalid_client")
    let fast = try test.assertion(TestServer.fapi, ["nbf": test.seconds(fromNow: 8), "iat": test.seconds(fromNow: 8)])
    #expect(try await Self.redeem(test, code, by: fast).status == 200)
  }

  // …-ensure-client-assertion-in-token-endpoint, …-refresh-token
  @Test(.covers("OP FAPI2: ensure-client-assertion-in-token-endpoint", "OP FAPI2: refresh-token"))
  func `A request without client authentication is rejected, and so is a refresh`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let nothing: Changes = ["client_assertion": nil, "client_assertion_type": nil]
    #expect(try await Self.redeem(test, code, nothing).error == "invalid_client")
    let tokens = try TokenAnswer(try await Self.redeem(test, code))
    let refresh = try #require(tokens.refresh)
    let unsigned = TestServer.refreshment(refresh, ["client_id": "fapi"])
    #expect(await test.post("/token", unsigned, fields: try PlayedProof().field(test)).error == "invalid_client")
    func form(_ client: String, key: Result<SigningKey, JSONWebKeyError> = ClientKey.es256) throws -> FormParameters {
      TestServer.authenticated(
        [("grant_type", "refresh_token"), ("refresh_token", refresh)], by: try test.assertion(client, key: key))
    }
    #expect(await test.post("/token", try form("fapi")).error == "invalid_dpop_proof")
    let foreign = await test.post("/token", try form(TestServer.service), fields: try PlayedProof().field(test))
    #expect(foreign.error == "invalid_grant")
    #expect(await test.post("/token", try form("fapi"), fields: try PlayedProof().field(test)).status == 200)
  }

  // …-ensure-client-id-in-token-endpoint
  @Test(.covers("OP FAPI2: ensure-client-id-in-token-endpoint"))
  func `A client_id that isn't the authenticated client's is rejected`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    #expect(try await Self.redeem(test, code, ["client_id": TestServer.service]).error == "invalid_client")
  }

  // …-ensure-holder-of-key-required
  @Test(.covers("OP FAPI2: ensure-holder-of-key-required"))
  func `A request without a proof is rejected, and spends nothing`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    #expect(try await Self.redeem(test, code, fields: [:]).error == "invalid_dpop_proof")
    #expect(try await Self.redeem(test, code).status == 200)
  }

  // …-ensure-authorization-code-is-bound-to-client
  @Test(
    .covers(
      "OP FAPI2: ensure-authorization-code-is-bound-to-client",
      "question: Is the authorization code bound to the client")) func `Another client's code is rejected`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.service)
    #expect(try await Self.redeem(test, code).error == "invalid_grant")
  }

  // …-attempt-reuse-authorization-code-after-one-second
  @Test(.covers("OP FAPI2: attempt-reuse-authorization-code-after-one-second"))
  func `A code's second use is rejected, and revokes the tokens of the first`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let tokens = try TokenAnswer(try await Self.redeem(test, code))
    test.clock.advance(by: .seconds(1))
    #expect(try await Self.redeem(test, code).error == "invalid_grant")
    #expect(try await IntrospectionTests.ask(test, tokens.access).members == ["active": false])
  }

  // …-ensure-token-endpoint-fails-with-expired-auth-code
  @Test(.covers("OP FAPI2: ensure-token-endpoint-fails-with-expired-auth-code")) func `A code lives for a minute`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    test.clock.advance(by: .seconds(60))
    #expect(try await Self.redeem(test, code).error == "invalid_grant")
  }

  // …-ensure-token-endpoint-fails-with-mismatched-dpop-jkt, …-fails-with-mismatched-dpop-proof-jkt,
  // …-dpop-auth-code-binding-success
  @Test(
    .covers(
      "OP FAPI2: ensure-token-endpoint-fails-with-mismatched-dpop-jkt", "OP FAPI2: dpop-auth-code-binding-success"))
  func `A code that is bound to a key needs it`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    var details = ApprovalDetails()
    details.confirmation = .dpop(jkt: proof.thumbprint)
    let code = try await test.savedCode(for: TestServer.fapi, details: details)
    #expect(try await Self.redeem(test, code).error == "invalid_grant")
    #expect(try await Self.redeem(test, code, fields: try proof.field(test)).status == 200)
  }

  // …-ensure-pkce-code-verifier-required, …-incorrect-pkce-code-verifier-rejected
  @Test(.covers("OP FAPI2: ensure-pkce-code-verifier-required", "OP FAPI2: incorrect-pkce-code-verifier-rejected"))
  func `A missing or wrong verifier is rejected`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    for verifier in [nil, "", String(Vector.verifier.reversed())] {
      #expect(try await Self.redeem(test, code, ["code_verifier": verifier]).error == "invalid_grant")
    }
  }

  // …-ensure-dpopproof-with-iat-10seconds-before-succeeds, …-after-…
  @Test(
    .covers(
      "OP FAPI2: ensure-dpopproof-with-iat-10seconds-before-succeeds",
      "OP FAPI2: ensure-dpopproof-with-iat-10seconds-after-succeeds"), arguments: [-10, 10] as [Int64])
  func `A proof that is 10 seconds off is accepted`(seconds: Int64) async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let fields = try PlayedProof().field(test, ["iat": test.seconds(fromNow: seconds)])
    #expect(try await Self.redeem(test, code, fields: fields).status == 200)
  }

  // …-check-dpop-proof-nbf-exp
  @Test(.covers("OP FAPI2: check-dpop-proof-nbf-exp")) func `nbf and exp of a proof are ignored`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.fapi)
    let fields = try PlayedProof().field(
      test, ["nbf": test.seconds(fromNow: -5), "exp": test.seconds(fromNow: 5)])
    #expect(try await Self.redeem(test, code, fields: fields).status == 200)
  }

  // …-discovery-end-point-verification
  @Test(.covers("OP FAPI2: discovery-end-point-verification"))
  func `The metadata lists the methods and algorithms of the token endpoint`() async throws {
    let test = try TestServer.withServices(rules: {
      $0.certificateMethods = [.issued, .selfSigned]
      $0.assertionAlgorithms = [.ps256, .es256, .edDSA]
    })
    let members = try await test.get("/.well-known/openid-configuration").members
    let methods = try #require(members["token_endpoint_auth_methods_supported"]?.strings)
    #expect(methods.contains("private_key_jwt") && methods.contains("tls_client_auth"))
    #expect(methods.contains("self_signed_tls_client_auth"))
    let strict: JSONValue = ["ES256", "EdDSA", "PS256"]
    #expect(members["token_endpoint_auth_signing_alg_values_supported"] == strict)
    #expect(members["dpop_signing_alg_values_supported"] == ["ES256", "Ed25519", "EdDSA", "PS256"])
    #expect(members["id_token_signing_alg_values_supported"] == ["ES256"])
  }

  // …-discovery-end-point-verification: no RS256.
  @Test(.covers("OP FAPI2: discovery-end-point-verification"))
  func `A server with only an RS256 key signs nothing for a client that follows the profile`() async throws {
    let test = try TestServer.withServices(key: OpenIDKeys.rs256)
    let code = try await test.savedCode(for: TestServer.fapi, scope: "openid")
    #expect(try await Self.redeem(test, code).status == 500)
    #expect(try await Self.redeem(test, try await test.savedCode(for: TestServer.fapi)).status == 200)
  }

  // FAPI 2.0 Security Profile §5.3.2.1.
  @Test func `A client with a secret, or a public one, can't follow the profile`() async throws {
    var strict = ClientSettings()
    strict.followsFAPI2 = true
    let scope = try Scope(["profile"])
    let hash = SecretHash(of: Secret(TestServer.clientSecret))
    let test = try TestServer.withServices(moreClients: [
      RegisteredClient(id: "open", name: "Open", redirectURIs: [], scope: scope, settings: strict),
      RegisteredClient(
        id: "weak", name: "Weak", kind: .confidential(secretHash: hash), redirectURIs: [], scope: scope,
        settings: strict),
    ])
    for changes in [["client_id": "open"], ["client_id": "weak", "client_secret": TestServer.clientSecret]] as [Changes]
    {
      #expect(await test.post("/token", TestServer.redemption("x", changes)).error == "invalid_client")
    }
  }
}
