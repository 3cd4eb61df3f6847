import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7009 §2")) struct RevocationTests {
  private func client(
    _ transport: ScriptedTransport, authentication: ClientAuthentication = .none
  ) throws -> OAuthClient {
    try Fixture.client(
      transport, authentication: authentication,
      server: Fixture.metadata(["revocation_endpoint": "https://as.example/revoke"]))
  }

  private func error(_ answer: HTTPAnswer) async throws -> EndpointError {
    try await #require(throws: EndpointError.self) {
      try await client(ScriptedTransport(answer)).revoke(Secret("rt-secret-1"))
    }
  }

  // RFC 7009 §2.1, the example.
  @Test func `The token goes to the endpoint with its hint and the client's authentication`() async throws {
    let transport = ScriptedTransport(.text("", contentType: nil), .text("", contentType: nil))
    let client = try client(transport, authentication: .clientSecretBasic(Secret("s")))
    try await client.revoke(Secret("45ghiukldjahdnhzdauz"), hint: .refreshToken)
    try await client.revoke(Secret("45ghiukldjahdnhzdauz"))
    let bodies = transport.exchanges.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies == ["token=45ghiukldjahdnhzdauz&token_type_hint=refresh_token", "token=45ghiukldjahdnhzdauz"])
    let request = try #require(transport.exchanges.first).request
    #expect(request.method == .post && request.path == "/revoke")
    #expect(request.headerFields[.authorization]?.hasPrefix("Basic ") == true)
  }

  // RFC 7009 §2.2: the content of the response body is ignored.
  @Test(arguments: ["", "<html>", #"{"error":"x"}"#, "null"])
  func `Status 200 is a success, whatever the body is`(_ body: String) async throws {
    try await client(ScriptedTransport(.text(body, contentType: "text/html"))).revoke(Secret("rt-1"))
  }

  // RFC 7009 §2.2.1.
  @Test func `503 means that the token stays valid, with the time to try again`() async throws {
    var answer = HTTPAnswer.text("", status: .serviceUnavailable, contentType: nil)
    answer.response.headerFields[.retryAfter] = "120"
    let error = try await error(answer)
    #expect(error.problem == .unexpectedStatus(503, retryAfter: .seconds(120)))
    #expect(error.category == .temporary && error.retryAfter == .seconds(120))
  }

  @Test func `A token type that the server can't revoke is a refusal`() async throws {
    let error = try await error(.json(["error": "unsupported_token_type"], status: .badRequest))
    #expect(error.problem == .refused(ErrorResponse(.unsupportedTokenType), status: 400))
    #expect(error.category == .refused)
  }

  // Servers answer with 202 or 204 where RFC 7009 §2.2 specifies 200.
  @Test(arguments: [200, 202, 204])
  func `Status 202 and 204 are a success too`(_ status: Int) async throws {
    for answer in [HTTPAnswer.json(["error": "x"]), .text("", contentType: nil)] {
      var answer = answer
      answer.response.status = HTTPResponse.Status(code: status)
      try await client(ScriptedTransport(answer)).revoke(Secret("rt-1"))
    }
  }

  @Test(arguments: [302, 400, 404, 500])
  func `Any other status is an error, with a JSON body and without`(_ status: Int) async throws {
    for answer in [HTTPAnswer.json([:]), .text("", contentType: "text/html")] {
      var answer = answer
      answer.response.status = HTTPResponse.Status(code: status)
      _ = try await error(answer)
    }
  }

  @Test func `A server without the endpoint is not asked`() async throws {
    let transport = ScriptedTransport()
    let error = try await #require(throws: EndpointError.self) {
      try await Fixture.client(transport).revoke(Secret("rt-1"))
    }
    #expect(error.endpoint == .revocation && error.problem == .notAnnounced)
    #expect(transport.exchanges.isEmpty)
  }

  @Test func `A token that the server sends back is not printed`() async throws {
    let error = try await error(
      .json(["error": "invalid_request", "error_description": "rt-secret-1?"], status: .badRequest))
    #expect("\(error)".contains("[redacted]?"))
  }

  /// The tokens that a client revokes after an answer to one of its grants.
  private func revoked(
    after members: [String: JSONValue], prover: DPoPProver? = nil, answers: [HTTPAnswer] = [.text("")],
    _ grant: (OAuthClient) async throws -> Void
  ) async throws -> [String] {
    let transport = ScriptedTransport(results: ([.json(members)] + answers).map { .success($0) })
    let server = try Fixture.metadata(["revocation_endpoint": "https://as.example/revoke"])
    let client = try Fixture.client(transport, server: server).with(prover: prover)
    await #expect(throws: EndpointError.self) { try await grant(client) }
    return try transport.exchanges.dropFirst().map { exchange in
      let form = try FormParameters(decoding: exchange.body)
      return try "\(form.single("token_type_hint") ?? "") \(form.single("token") ?? "")"
    }
  }

  // Otherwise a valid refresh token would be left at the server, and no program would know it.
  @Test func `Tokens of an answer that can't be used are revoked`() async throws {
    let key = try DPoPProver.generate()
    let bearer: [String: JSONValue] = ["access_token": "at-1", "token_type": "Bearer", "refresh_token": "rt-1"]
    let credentials: (OAuthClient) async throws -> Void = { _ = try await $0.clientCredentials() }
    #expect(try await revoked(after: bearer, prover: key, credentials) == ["refresh_token rt-1"])
    let another = bearer.merging(["token_type": "mac"]) { $1 }
    #expect(try await revoked(after: another, credentials) == ["refresh_token rt-1"])
    let malformed = bearer.merging(["access_token": 7]) { $1 }
    #expect(try await revoked(after: malformed, credentials) == ["refresh_token rt-1"])
    let exchanged = bearer.merging(["issued_token_type": "urn:ietf:params:oauth:token-type:access_token"]) { $1 }
    #expect(
      try await revoked(after: exchanged, prover: key) { client in
        _ = try await client.exchange(TokenExchangeRequest(subject: SecurityToken(Secret("s"), .accessToken)))
      } == ["refresh_token rt-1"])
  }

  @Test func `The refresh token that a client has already isn't revoked`() async throws {
    let key = try DPoPProver.generate()
    let refresh: (OAuthClient) async throws -> Void = { _ = try await $0.refresh(Secret("rt-1")) }
    let same: [String: JSONValue] = ["access_token": "at-1", "token_type": "Bearer", "refresh_token": "rt-1"]
    #expect(try await revoked(after: same, prover: key, refresh) == ["access_token at-1"])
    let none: [String: JSONValue] = ["access_token": "at-1", "token_type": "Bearer"]
    #expect(try await revoked(after: none, prover: key, refresh) == ["access_token at-1"])
    let rotated = same.merging(["refresh_token": "rt-2"]) { $1 }
    #expect(try await revoked(after: rotated, prover: key, refresh) == ["refresh_token rt-2"])
  }

  @Test func `If the refresh token can't be revoked, the access token is`() async throws {
    let answers = [HTTPAnswer.json(["error": "unsupported_token_type"], status: .badRequest), .text("")]
    let members: [String: JSONValue] = ["access_token": "at-1", "token_type": "mac", "refresh_token": "rt-1"]
    #expect(
      try await revoked(after: members, answers: answers) { _ = try await $0.clientCredentials() }
        == ["refresh_token rt-1", "access_token at-1"])
  }

  @Test func `After a refusal there is nothing to revoke`() async throws {
    #expect(try await revoked(after: ["error": "invalid_grant"]) { _ = try await $0.refresh(Secret("rt-1")) }.isEmpty)
  }
}
