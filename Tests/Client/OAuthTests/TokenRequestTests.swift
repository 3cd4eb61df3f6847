internal import PKCE
import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 6749 §2.3.1", "RFC 6749 §4.1.3")) struct TokenRequestTests {
  private func redeem(_ client: OAuthClient, code: String = "c-12345") async throws -> TokenResponse {
    let attempt = try Fixture.attempt(client)
    let code = try attempt.receive(Fixture.callback(attempt, ("code", code), ("state", attempt.state.reveal())))
    return try await client.exchange(code)
  }

  @Test func `A public client sends its id, the code, the redirect URI and the verifier`() async throws {
    let transport = ScriptedTransport(Fixture.tokens())
    let client = try Fixture.client(transport)
    let attempt = try Fixture.attempt(client)
    let code = try attempt.receive(
      Fixture.callback(attempt, ("code", "a b+c&d=e/"), ("state", attempt.state.reveal())))
    _ = try await client.exchange(code)

    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .post)
    #expect(exchange.request.path == "/token" && exchange.request.authority == "as.example")
    #expect(exchange.request.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(exchange.request.headerFields[.accept] == "application/json")
    #expect(exchange.request.headerFields[.authorization] == nil)
    // GitHub requires a User-Agent.
    #expect(exchange.request.headerFields[.userAgent]?.isEmpty == false)
    let body = String(decoding: exchange.body, as: UTF8.self)
    #expect(
      body == "grant_type=authorization_code&code=a+b%2Bc%26d%3De%2F"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fcallback&code_verifier=\(attempt.verifier.reveal())"
        + "&client_id=app")
  }

  // RFC 6749 §2.3.1: id and secret are form-encoded before they are joined.
  @Test(.covers("RP basic: oidcc-client-test-client-secret-basic", "RFC 7617 §2"))
  func `client_secret_basic encodes id and secret before it joins them`() async throws {
    let transport = ScriptedTransport(Fixture.tokens())
    _ = try await redeem(Fixture.client(transport, authentication: .clientSecretBasic(Secret("p:w d%+\u{E9}"))))
    let exchange = try #require(transport.exchanges.first)
    // base64 of "app:p%3Aw+d%25%2B%C3%A9"
    #expect(exchange.request.headerFields[.authorization] == "Basic YXBwOnAlM0F3K2QlMjUlMkIlQzMlQTk=")
    #expect(exchange.form.all("client_secret").isEmpty && exchange.form.all("client_id").isEmpty)
  }

  @Test func `client_secret_post sends id and secret in the body and not in a field`() async throws {
    let transport = ScriptedTransport(Fixture.tokens())
    _ = try await redeem(Fixture.client(transport, authentication: .clientSecretPost(Secret("p:w d"))))
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.headerFields[.authorization] == nil)
    #expect(try exchange.form.single("client_id") == "app")
    #expect(try exchange.form.single("client_secret") == "p:w d")
  }

  @Test func `A refresh sends the token and, if asked for, a narrower scope`() async throws {
    let transport = ScriptedTransport(Fixture.tokens(), Fixture.tokens())
    let client = try Fixture.client(transport)
    _ = try await client.refresh(Secret("rt-1"))
    _ = try await client.refresh(Secret("rt-1"), scope: Scope(["profile"]))
    let bodies = transport.exchanges.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(
      bodies == [
        "grant_type=refresh_token&refresh_token=rt-1&client_id=app",
        "grant_type=refresh_token&refresh_token=rt-1&scope=profile&client_id=app",
      ])
  }

  // Some clients drop the old refresh token if a refresh answer has none.
  @Test func `The old refresh token is kept when the answer has none`() async throws {
    let transport = ScriptedTransport(
      Fixture.tokens(), Fixture.tokens(["refresh_token": "rt-2"]), Fixture.tokens(["refresh_token": ""]))
    let client = try Fixture.client(transport)
    #expect(try await client.refresh(Secret("rt-1")).refreshToken == Secret("rt-1"))
    #expect(try await client.refresh(Secret("rt-1")).refreshToken == Secret("rt-2"))
    #expect(try await client.refresh(Secret("rt-1")).refreshToken == Secret("rt-1"))
  }

  @Test func `A code is redeemed only by its own client and server`() async throws {
    let client = try Fixture.client()
    let other = OAuthClient(id: "other", server: try Fixture.metadata(), transport: ScriptedTransport(Fixture.tokens()))
    let attempt = try Fixture.attempt(client)
    let callback = try Fixture.callback(attempt, ("code", "x"), ("state", attempt.state.reveal()))
    await #expect(throws: EndpointError(.token, .foreignCode)) { try await other.exchange(attempt.receive(callback)) }
  }

  @Test func `A request's description shows only its endpoint`() async throws {
    let client = try Fixture.client(authentication: .clientSecretPost(Secret("s3cr3t")))
    let request = try await Fixture.refreshRequest(client, "s3cr3t")
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped] { #expect(!text.contains("s3cr3t")) }
  }
}
