import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 6749 §4.4", "RFC 7523 §2.1", "RFC 8707 §2")) struct GrantTests {
  private func form(
    _ ask: (OAuthClient) async throws -> TokenResponse
  ) async throws -> [String] {
    let transport = ScriptedTransport(Fixture.tokens())
    _ = try await ask(Fixture.client(transport, authentication: .clientSecretBasic(Secret("s"))))
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.path == "/token" && exchange.request.headerFields[.authorization] != nil)
    return exchange.form.pairs.map { "\($0.name)=\($0.value)" }
  }

  // RFC 6749 §4.4.2.
  @Test func `A client gets a token for itself`() async throws {
    #expect(try await form { try await $0.clientCredentials() } == ["grant_type=client_credentials"])
    var more = FormParameters()
    more.append("audience", "api")
    let sent = try await form {
      try await $0.clientCredentials(
        scope: Scope(["a", "b"]), resources: ["https://x.example", "https://y.example"], parameters: more)
    }
    #expect(
      sent == [
        "grant_type=client_credentials", "scope=a b", "resource=https://x.example", "resource=https://y.example",
        "audience=api",
      ])
  }

  // RFC 7523 §2.1.
  @Test func `A signed assertion is exchanged for a token`() async throws {
    let sent = try await form {
      try await $0.tokens(jwtBearer: Secret("a.b.c"), scope: Scope(["a"]), resources: ["https://x.example"])
    }
    #expect(
      sent == [
        "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion=a.b.c", "scope=a",
        "resource=https://x.example",
      ])
  }

  @Test func `An assertion that a server sends back is not printed`() async throws {
    let echo = HTTPAnswer.json(
      ["error": "invalid_grant", "error_description": "bad header.claims.signature"], status: .badRequest)
    await #expect(
      throws: EndpointError(.token, .refused(ErrorResponse(.invalidGrant, description: "bad [redacted]"), status: 400))
    ) {
      try await Fixture.client(ScriptedTransport(echo)).tokens(jwtBearer: Secret("header.claims.signature"))
    }
  }

  // RFC 6749 §5.2, RFC 7521 §4.1.
  @Test func `Each grant has its own remedy for invalid_grant`() async throws {
    func error(_ ask: (OAuthClient) async throws -> Void) async throws -> EndpointError {
      let client = try Fixture.client(
        ScriptedTransport(.json(["error": "invalid_grant"], status: .badRequest)))
      return try await #require(throws: EndpointError.self) { try await ask(client) }
    }
    let assertion = try await error { _ = try await $0.tokens(jwtBearer: Secret("a.b.c")) }
    #expect(assertion.category == .refused && assertion.remedy.hasPrefix("Check the assertion:"), "\(assertion)")
    let refresh = try await error { _ = try await $0.refresh(Secret("r")) }
    #expect(refresh.category == .signInNeeded && refresh.remedy.contains("the refresh token is"), "\(refresh)")
    let exchange = try await error {
      _ = try await $0.exchange(TokenExchangeRequest(subject: SecurityToken(Secret("t"), .accessToken)))
    }
    #expect(exchange.category == .refused && exchange.remedy.hasPrefix("Check the subject token"), "\(exchange)")
    let service = try await error { _ = try await $0.clientCredentials() }
    #expect(service.category == .refused && !service.remedy.contains("Sign in"), "\(service)")
  }

  // RFC 8707 §2.2, figures 3 and 5.
  @Test func `Each resource is a parameter of its own when a code is redeemed or a token refreshed`() async throws {
    let transport = ScriptedTransport(Fixture.tokens(), Fixture.tokens())
    let client = try Fixture.client(transport)
    let attempt = try Fixture.attempt(client)
    let code = try attempt.receive(Fixture.callback(attempt, ("code", "c-1"), ("state", attempt.state.reveal())))
    _ = try await client.exchange(code, resources: ["https://cal.example.com/"])
    _ = try await client.refresh(
      Secret("rt-1"), resources: ["https://contacts.example.com/", "https://cal.example.com/"])
    #expect(
      transport.exchanges.map { $0.form.all("resource") } == [
        ["https://cal.example.com/"], ["https://contacts.example.com/", "https://cal.example.com/"],
      ])
  }
}
