import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuth

/// The client of the identity assertion grant (draft-ietf-oauth-identity-assertion-authz-grant-03).
@Suite(.covers("ID-JAG §4.3")) struct IdentityAssertionTests {
  private static let subject = SecurityToken(Secret("the-id-token"), .idToken)
  private static let resource = "https://mcp.chat.example/"

  private static let chat = "https://auth.chat.example/"

  /// The metadata of the resource's authorization server.
  private static func chat(_ members: [String: JSONValue] = [:], issuer: String? = chat) throws
    -> AuthorizationServerMetadata
  {
    AuthorizationServerMetadata(
      issuer: try issuer.map { try Issuer($0) }, authorizationEndpoint: try Endpoint(chat + "authorize"),
      tokenEndpoint: try Endpoint(chat + "token"), members: members)
  }

  /// Returns an assertion with these claims.
  private static func assertion(_ claims: [String: JSONValue] = [:]) throws -> String {
    let all = claims.merging(["aud": .string(chat), "sub": "U019488227"]) { own, _ in own }
    return try SigningKey.generate(.es256).sign(all, type: "oauth-id-jag+jwt").reveal()
  }

  /// Returns an identity provider's answer.
  private static func answer(_ changes: [String: JSONValue] = [:]) throws -> HTTPAnswer {
    .json(
      [
        "issued_token_type": "urn:ietf:params:oauth:token-type:id-jag", "access_token": .string(try assertion()),
        "token_type": "N_A", "scope": "chat.read chat.history", "expires_in": 300,
      ].merging(changes) { $1 })
  }

  private func grant(
    _ answers: HTTPAnswer..., at server: AuthorizationServerMetadata? = nil,
    from provider: AuthorizationServerMetadata? = nil, prover: DPoPProver? = nil
  ) async throws -> IdentityAssertionGrant {
    try await Fixture.client(ScriptedTransport(results: answers.map { .success($0) }), server: provider).with(
      prover: prover
    ).identityAssertionGrant(
      for: Self.subject, at: try server ?? Self.chat(), resource: Self.resource)
  }

  @Test func `An ID token is exchanged at the identity provider, and the assertion is presented at the server`()
    async throws
  {
    let (idp, server) = (
      ScriptedTransport(try Self.answer()), ScriptedTransport(Fixture.tokens(["scope": "chat.read"]))
    )
    let scope = try Scope(["chat.read", "chat.history"])
    let grant = try await Fixture.client(idp, authentication: .clientSecretBasic(Secret("s"))).identityAssertionGrant(
      for: Self.subject, at: Self.chat(), resource: Self.resource, scope: scope)
    #expect(
      try #require(idp.exchanges.first).form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange", "resource=https://mcp.chat.example/",
        "audience=https://auth.chat.example/", "scope=chat.read chat.history",
        "requested_token_type=urn:ietf:params:oauth:token-type:id-jag", "subject_token=the-id-token",
        "subject_token_type=urn:ietf:params:oauth:token-type:id_token",
      ])
    #expect(grant.scope == scope && grant.expiresIn == .seconds(300) && !grant.isBound)
    let client = try Fixture.client(server, authentication: .clientSecretBasic(Secret("t")), server: Self.chat())
    let tokens = try await client.tokens(identityAssertion: grant)
    #expect(
      try #require(server.exchanges.first).form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion=\(grant.assertion.reveal())",
        "scope=chat.read chat.history", "resource=https://mcp.chat.example/",
      ])
    #expect(tokens.scope?.tokens == ["chat.read"])
    var dumped = ""
    dump(grant, to: &dumped)
    #expect(!dumped.contains("eyJ") && !"\(grant)".contains("eyJ"))
  }

  // §4.3.3: the identity provider may grant less, and servers reject more than the assertion has.
  @Test func `The scope that the identity provider granted is the one that the server is asked for`() async throws {
    let grant = try await grant(try Self.answer(["scope": "chat.read"]))
    let server = ScriptedTransport(Fixture.tokens())
    _ = try await Fixture.client(server, server: Self.chat()).tokens(identityAssertion: grant)
    #expect(try #require(server.exchanges.first).form.all("scope") == ["chat.read"])
  }

  @Test func `A refresh token can be the subject`() async throws {
    let idp = ScriptedTransport(try Self.answer())
    _ = try await Fixture.client(idp).identityAssertionGrant(
      for: SecurityToken(Secret("rt-1"), .refreshToken), at: Self.chat())
    let form = try #require(idp.exchanges.first).form
    #expect(form.all("subject_token_type") == ["urn:ietf:params:oauth:token-type:refresh_token"])
    #expect(form.all("resource").isEmpty && form.all("scope").isEmpty)
  }

  // §9.1: the assertion of a SAML identity provider.
  @Test func `A SAML assertion can be the subject, and an actor can be named`() async throws {
    let idp = ScriptedTransport(try Self.answer())
    _ = try await Fixture.client(idp).identityAssertionGrant(
      for: SecurityToken(Secret("PHNhbWw"), .saml2), actor: SecurityToken(Secret("agent"), .jwt), at: Self.chat())
    let form = try #require(idp.exchanges.first).form
    #expect(form.all("subject_token") == ["PHNhbWw"] && form.all("actor_token") == ["agent"])
    #expect(form.all("subject_token_type") == ["urn:ietf:params:oauth:token-type:saml2"])
    #expect(form.all("actor_token_type") == ["urn:ietf:params:oauth:token-type:jwt"])
  }

  // §4.3, §4.3.3: the identity provider may change them. RFC 9396 §6.
  @Test(
    arguments: [
      (nil, #"[{"actions":["read"],"type":"chat"}]"#), ([["type": "chat"]], #"[{"type":"chat"}]"#), ([], nil),
      ("all", #"[{"actions":["read"],"type":"chat"}]"#),
    ] as [(JSONValue?, String?)])
  func `The authorization details that the identity provider granted are those that the server is asked for`(
    _ granted: JSONValue?, _ asked: String?
  ) async throws {
    let (idp, server) = (
      ScriptedTransport(try Self.answer(granted.map { ["authorization_details": $0] } ?? [:])),
      ScriptedTransport(Fixture.tokens())
    )
    let grant = try await Fixture.client(idp).identityAssertionGrant(
      for: Self.subject, at: Self.chat(), authorizationDetails: [["type": "chat", "actions": ["read"]]])
    #expect(
      try #require(idp.exchanges.first).form.all("authorization_details") == [
        #"[{"actions":["read"],"type":"chat"}]"#
      ])
    _ = try await Fixture.client(server, server: Self.chat()).tokens(identityAssertion: grant)
    #expect(
      try #require(server.exchanges.first).form.all("authorization_details") == (asked.map { [$0] } ?? []))
  }

  @Test func `Another token than an assertion is rejected, and named`() async throws {
    await #expect(throws: IdentityAssertionError.wrongIssuedTokenType(UntrustedText(TokenTypeIdentifier.jwt.rawValue)))
    {
      try await grant(try Self.answer(["issued_token_type": .string(TokenTypeIdentifier.jwt.rawValue)]))
    }
    await #expect(throws: IdentityAssertionError.wrongTokenType(UntrustedText("Bearer"))) {
      try await grant(try Self.answer(["token_type": "Bearer"]))
    }
    for member in ["issued_token_type", "token_type", "access_token"] {
      await #expect(throws: EndpointError(.token, .missingMember(member))) {
        try await grant(try Self.answer([member: .null]))
      }
    }
    _ = try await grant(try Self.answer(["token_type": "n_a"]))
  }

  @Test(.covers("ID-JAG §7.1"))
  func `A server that announces that it has no identity assertions isn't asked`() async throws {
    let types: [String: JSONValue] = ["identity_chaining_requested_token_types_supported": ["urn:x"]]
    await #expect(throws: IdentityAssertionError.notIssued(by: try Issuer("https://as.example"))) {
      try await grant(from: try Fixture.metadata(types))
    }
    let profiles: [String: JSONValue] = ["authorization_grant_profiles_supported": ["urn:x"]]
    await #expect(throws: IdentityAssertionError.notAccepted(by: try Issuer(Self.chat))) {
      try await grant(at: try Self.chat(profiles))
    }
    await #expect(throws: IdentityAssertionError.unknownIssuer) { try await grant(at: try Self.chat(issuer: nil)) }
    let announced: [String: JSONValue] = [
      "identity_chaining_requested_token_types_supported": ["urn:ietf:params:oauth:token-type:id-jag"],
      "authorization_grant_profiles_supported": ["urn:ietf:params:oauth:grant-profile:id-jag"],
    ]
    _ = try await grant(try Self.answer(), at: try Self.chat(announced), from: try Fixture.metadata(announced))
  }

  @Test func `An assertion goes only to the server that it is for`() async throws {
    let grant = try await grant(try Self.answer())
    await #expect(throws: IdentityAssertionError.anotherServer(try Issuer(Self.chat))) {
      try await Fixture.client().tokens(identityAssertion: grant)
    }
  }

  // RFC 8693 §2.2.2: a subject token that can't be used is an invalid_request.
  @Test(arguments: [
    ("invalid_request", ErrorCategory.signInNeeded), ("invalid_grant", .signInNeeded),
    ("insufficient_user_authentication", .signInNeeded), ("invalid_target", .refused), ("access_denied", .refused),
    ("unauthorized_client", .refused),
  ])
  func `A refusal of the identity provider says what to do`(_ error: String, _ category: ErrorCategory) async throws {
    let refusal = HTTPAnswer.json(
      ["error": .string(error), "error_description": "not for the-id-token"], status: .badRequest)
    let thrown = await #expect(throws: IdentityAssertionError.self) { try await grant(refusal) }
    let facts = try #require(thrown).facts
    #expect(facts.category == category && facts.explanation.contains("The identity provider issued no"), "\(facts)")
    #expect(facts.explanation.contains(error) && !facts.explanation.contains("the-id-token"), "\(facts)")
    #expect(facts.remedy.contains(category == .refused ? "administrator" : "Sign in at the identity provider"))
  }

  @Test func `A busy server is no refusal`() async throws {
    let busy = HTTPAnswer.json(["error": "temporarily_unavailable"], status: .serviceUnavailable)
    await #expect(throws: EndpointError.self) { try await self.grant(busy) }
    let grant = try await self.grant(try Self.answer())
    await #expect(throws: EndpointError.self) {
      try await Fixture.client(ScriptedTransport(busy), server: Self.chat()).tokens(identityAssertion: grant)
    }
  }

  @Test(arguments: [true, false])
  func `A refusal of the resource's server says whether it announces assertions`(_ isAnnounced: Bool) async throws {
    let grant = try await grant(try Self.answer())
    let members: [String: JSONValue] = [
      "authorization_grant_profiles_supported": ["urn:ietf:params:oauth:grant-profile:id-jag"]
    ]
    let refusal = HTTPAnswer.json(["error": "unsupported_grant_type"], status: .badRequest)
    let client = try Fixture.client(ScriptedTransport(refusal), server: Self.chat(isAnnounced ? members : [:]))
    let thrown = await #expect(throws: IdentityAssertionError.self) {
      try await client.tokens(identityAssertion: grant)
    }
    let facts = try #require(thrown).facts
    #expect(facts.explanation.hasPrefix(Self.chat) && facts.category == .refused)
    #expect(facts.explanation.contains("does not announce") == !isAnnounced, "\(facts)")
  }

  @Test(.covers("ID-JAG §8.6.1.1"))
  func `With a key, both requests have proofs, and the assertion is checked for the key`() async throws {
    let prover = try DPoPProver.generate()
    func bound(to thumbprint: String) throws -> HTTPAnswer {
      try Self.answer(["access_token": .string(try Self.assertion(["cnf": ["jkt": .string(thumbprint)]]))])
    }
    let grant = try await grant(try bound(to: prover.thumbprint), prover: prover)
    #expect(grant.isBound)
    // An identity provider without DPoP ignores the proof: the server can still bind its token.
    #expect(try await !self.grant(try Self.answer(), prover: prover).isBound)
    await #expect(throws: IdentityAssertionError.anotherKey) {
      try await self.grant(try bound(to: "another"), prover: prover)
    }
    let grants: [(types: [JSONValue]?, used: String)] = [
      (nil, "jwt-bearer"), (["urn:ietf:params:oauth:grant-type:jwt-bearer"], "jwt-bearer"),
      (["urn:ietf:params:oauth:grant-type:jwt-dpop"], "jwt-dpop"),
    ]
    for (types, used) in grants {
      let server = ScriptedTransport(Fixture.tokens(["token_type": "DPoP"]))
      let members = types.map { ["grant_types_supported": JSONValue.array($0)] } ?? [:]
      let client = try Fixture.client(server, server: Self.chat(members)).with(prover: prover)
      #expect(try await client.tokens(identityAssertion: grant).tokenType == .dpop)
      let exchange = try #require(server.exchanges.first)
      #expect(exchange.form.all("grant_type") == ["urn:ietf:params:oauth:grant-type:\(used)"])
      #expect(exchange.request.headerFields[.dpop] != nil)
    }
    // The server must bind its token to the key as requested.
    let unbound = try Fixture.client(ScriptedTransport(Fixture.tokens()), server: Self.chat()).with(prover: prover)
    await #expect(throws: EndpointError(.token, .notBound)) { try await unbound.tokens(identityAssertion: grant) }
  }
}
