import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 8693 §2")) struct TokenExchangeTests {
  private let subject = SecurityToken(Secret("accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"), .accessToken)

  // RFC 8693 §2.3, the example's answer.
  private static let members: [String: JSONValue] = [
    "access_token": "eyJhbGciOiJFUzI1NiIsImtpZCI6IjllciJ9.e30.x",
    "issued_token_type": "urn:ietf:params:oauth:token-type:access_token", "token_type": "Bearer", "expires_in": 60,
  ]

  private func exchange(_ changes: [String: JSONValue] = [:]) async throws -> ExchangedToken {
    let transport = ScriptedTransport(.json(Self.members.merging(changes) { $1 }))
    return try await Fixture.client(transport).exchange(TokenExchangeRequest(subject: subject))
  }

  // RFC 8693 §2.3, the example's request.
  @Test func `The example of RFC 8693 is sent and read`() async throws {
    let transport = ScriptedTransport(.json(Self.members))
    let client = try Fixture.client(transport, authentication: .clientSecretBasic(Secret("s")))
    var request = TokenExchangeRequest(subject: subject)
    request.resources = ["https://backend.example.com/api"]
    let exchanged = try await client.exchange(request)
    let exchange = try #require(transport.exchanges.first)
    #expect(
      String(decoding: exchange.body, as: UTF8.self)
        == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
        + "&resource=https%3A%2F%2Fbackend.example.com%2Fapi"
        + "&subject_token=accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"
        + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token")
    #expect(exchange.request.path == "/token")
    #expect(exchanged.issuedTokenType == .accessToken && exchanged.expiresIn == .seconds(60))
    #expect(exchanged.accessToken?.accessToken == exchanged.token && exchanged.accessToken?.tokenType == .bearer)
  }

  @Test func `Every parameter is sent, and each list element as its own parameter`() async throws {
    let transport = ScriptedTransport(.json(Self.members))
    var request = TokenExchangeRequest(subject: subject, actor: SecurityToken(Secret("actor-1"), .jwt))
    request.requestedTokenType = .saml2
    request.resources = ["https://a.example", "https://b.example"]
    request.audiences = ["x", "y"]
    request.scope = try Scope(["read", "write"])
    request.parameters.append("own", "1")
    _ = try await Fixture.client(transport).exchange(request)
    let form = try #require(transport.exchanges.first).form
    #expect(
      form.pairs.dropFirst().map { "\($0.name)=\($0.value)" } == [
        "resource=https://a.example", "resource=https://b.example", "audience=x", "audience=y", "scope=read write",
        "requested_token_type=urn:ietf:params:oauth:token-type:saml2",
        "subject_token=accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC",
        "subject_token_type=urn:ietf:params:oauth:token-type:access_token", "actor_token=actor-1",
        "actor_token_type=urn:ietf:params:oauth:token-type:jwt", "own=1", "client_id=app",
      ])
  }

  @Test func `A token of another type has no access token`() async throws {
    for type in ["N_A", "n_a"] {
      let exchanged = try await exchange([
        "token_type": .string(type), "issued_token_type": "urn:ietf:params:oauth:token-type:saml2", "scope": "a",
      ])
      #expect(exchanged.issuedTokenType == .saml2 && exchanged.accessToken == nil)
      #expect(exchanged.token.byteCount > 0 && exchanged.expiresIn == .seconds(60))
      #expect(exchanged.scope?.tokens == ["a"])
    }
  }

  @Test func `N_A is allowed only for an exchange`() async throws {
    let answer = Fixture.tokens(["token_type": "N_A"])
    let client = try Fixture.client(ScriptedTransport(answer, answer, answer))
    let expected = EndpointError(.token, .unknownTokenType(UntrustedText("N_A")))
    await #expect(throws: expected) { try await client.refresh(Secret("rt-1")) }
    await #expect(throws: expected) { try await client.clientCredentials() }
    await #expect(throws: expected) { try await client.tokens(jwtBearer: Secret("a.b.c")) }
  }

  @Test(arguments: ["access_token", "issued_token_type", "token_type"], ["Bearer", "N_A"])
  func `A missing required member is an error`(_ member: String, _ type: String) async throws {
    await #expect(throws: EndpointError(.token, .missingMember(member))) {
      try await exchange(["token_type": .string(type)].merging([member: .null]) { $1 })
    }
    await #expect(throws: EndpointError(.token, .malformedMember(member))) {
      try await exchange(["token_type": .string(type)].merging([member: 1]) { $1 })
    }
  }

  @Test(arguments: ["Bearer", "N_A"])
  func `A token that could break out of a header field is rejected`(_ type: String) async throws {
    await #expect(throws: EndpointError(.token, .malformedMember("access_token"))) {
      try await exchange(["token_type": .string(type), "access_token": "a\r\nb"])
    }
  }

  @Test func `A refusal withholds both tokens, and nothing shows the issued one`() async throws {
    let echo = HTTPAnswer.json(
      ["error": "invalid_target", "error_description": "not subject-1 for actor-1"], status: .badRequest)
    let request = TokenExchangeRequest(
      subject: SecurityToken(Secret("subject-1"), .idToken), actor: SecurityToken(Secret("actor-1"), .jwt))
    await #expect(
      throws: EndpointError(
        .token,
        .refused(
          ErrorResponse(.invalidTarget, description: "not [redacted] for [redacted]"), status: 400))
    ) { try await Fixture.client(ScriptedTransport(echo)).exchange(request) }
    let exchanged = try await exchange()
    var dumped = ""
    dump(exchanged, to: &dumped)
    dump(request, to: &dumped)
    for text in ["\(exchanged)", String(reflecting: exchanged), dumped, "\(request)"] {
      #expect(!text.contains("eyJ") && !text.contains("actor-1") && !text.contains("subject-1"))
    }
  }
}
