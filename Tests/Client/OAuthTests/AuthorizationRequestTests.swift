import Crypto
import Evidence
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@Suite(.covers("RFC 6749 §3.1")) struct AuthorizationRequestTests {
  @Test func `The address has every parameter of the request, and only those`() throws {
    var extra = FormParameters()
    extra.append("prompt", "consent")
    let attempt = try Fixture.attempt(Fixture.client(), scope: Scope(["profile", "email"]), parameters: extra)
    let parameters = try Fixture.parameters(of: attempt.url)
    #expect(attempt.url.hasPrefix("https://as.example/authorize?"))
    #expect(
      parameters.pairs.map(\.name) == [
        "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
        "prompt",
      ])
    #expect(try parameters.single("response_type") == "code")
    #expect(try parameters.single("client_id") == "app")
    #expect(try parameters.single("redirect_uri") == Fixture.loopback)
    #expect(try parameters.single("scope") == "profile email")
    #expect(try parameters.single("code_challenge_method") == "S256")
    #expect(try parameters.single("state") == attempt.state.reveal())
  }

  // On Linux, a client once sent a challenge that didn't belong to its verifier.
  @Test(.covers("MCP: PKCE is used", "CVE-2026-34511"))
  func `The challenge in the address is the verifier's digest`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let digest = SHA256.hash(data: Array(attempt.verifier.reveal().utf8))
    #expect(try Fixture.parameters(of: attempt.url).single("code_challenge") == Base64URL.encode(digest))
    #expect(!attempt.url.contains(attempt.verifier.reveal()))
  }

  // Some clients reuse one state or verifier, have a state of 32 bits, or a constant one.
  @Test(.covers("CVE-2024-42475"))
  func `Each attempt has its own state, nonce and verifier with at least 256 bits`() throws {
    let client = OAuthClient(id: "app", server: try Fixture.metadata(), transport: ScriptedTransport())
    var seen = Set<String>()
    for _ in 0..<100 {
      let attempt = try Fixture.attempt(client, scope: Scope(["openid"]))
      let nonce = try #require(attempt.nonce)
      #expect(attempt.state.byteCount == 43 && nonce.byteCount == 43)
      #expect(attempt.verifier.reveal().count == 86)
      seen.formUnion([attempt.state.reveal(), nonce.reveal(), attempt.verifier.reveal()])
    }
    #expect(seen.count == 300)
  }

  @Test func `A nonce is sent with openid and not without`() throws {
    let client = try Fixture.client()
    let with = try Fixture.attempt(client, scope: Scope(["openid"]))
    let without = try Fixture.attempt(client, scope: Scope(["profile"]))
    #expect(try Fixture.parameters(of: with.url).single("nonce") == with.nonce?.reveal())
    #expect(try Fixture.parameters(of: without.url).single("nonce") == nil)
  }

  @Test func `The endpoint's own query is kept, and a parameter in it is not sent twice`() throws {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://as.example/authorize?tenant=1"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    let client = try Fixture.client(server: server)
    #expect(try Fixture.attempt(client).url.hasPrefix("https://as.example/authorize?tenant=1&response_type=code&"))
    var extra = FormParameters()
    extra.append("tenant", "2")
    #expect(throws: AuthorizationRequestError.repeatedParameter("tenant")) {
      try Fixture.attempt(client, parameters: extra)
    }
  }

  // RFC 8707 §2. Railway's MCP server has such an endpoint (AixleHQ/flow, pull request 35).
  @Test func `The endpoint's query may name a resource, which is not sent twice`() throws {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://as.example/authorize?resource=https%3A%2F%2Fa.example"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    var request = AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:1/callback"))
    request.resources = ["https://a.example", "https://b.example"]
    let url = try Fixture.client(server: server).authorizationAttempt(request).url
    let parameters = try FormParameters(decoding: String(url.split(separator: "?")[1]))
    #expect(parameters.all("resource") == ["https://a.example", "https://b.example"])
  }

  // Some clients put a secret into the authorization URL.
  @Test(arguments: AuthorizationRequest.reservedParameters.sorted())
  func `Reserved and secret parameters can't be added`(_ name: String) throws {
    var extra = FormParameters()
    extra.append(name, "x")
    #expect(throws: AuthorizationRequestError.reservedParameter(name)) {
      try Fixture.attempt(Fixture.client(), parameters: extra)
    }
  }

  @Test func `A repeated parameter is an error, except resource`() throws {
    var extra = FormParameters()
    extra.append("resource", "https://a.example")
    extra.append("resource", "https://b.example")
    #expect(throws: Never.self) { try Fixture.attempt(Fixture.client(), parameters: extra) }
    extra.append("prompt", "login")
    extra.append("prompt", "none")
    #expect(throws: AuthorizationRequestError.repeatedParameter("prompt")) {
      try Fixture.attempt(Fixture.client(), parameters: extra)
    }
  }

  // Some clients fall back to plain silently if SHA-256 is missing.
  @Test(.covers("MCP: S256 is used")) func `A server without S256 is an error, and plain is used only on request`()
    throws
  {
    let client = try Fixture.client(server: Fixture.metadata(challengeMethods: ["plain"]))
    #expect(throws: AuthorizationRequestError.challengeMethodNotSupported(.s256, announced: ["plain"])) {
      try Fixture.attempt(client)
    }
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.challengeMethod = .plain
    let attempt = try client.authorizationAttempt(request)
    let parameters = try Fixture.parameters(of: attempt.url)
    #expect(try parameters.single("code_challenge_method") == "plain")
    #expect(try parameters.single("code_challenge") == attempt.verifier.reveal())
  }

  @Test func `A server that doesn't announce PKCE gets S256`() throws {
    let client = try Fixture.client(server: Fixture.metadata(challengeMethods: nil))
    #expect(try Fixture.parameters(of: Fixture.attempt(client).url).single("code_challenge_method") == "S256")
  }

  @Test func `An attempt's description doesn't show its state`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    var dumped = ""
    dump(attempt, to: &dumped)
    for text in ["\(attempt)", String(reflecting: attempt), dumped] {
      #expect(!text.contains(attempt.state.reveal()))
    }
  }

  // RFC 8414 §2.
  @Test func `A server without an authorization endpoint supports only the other grants`() async throws {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: nil, tokenEndpoint: try Endpoint("https://as.example/token"))
    let client = try Fixture.client(ScriptedTransport(Fixture.tokens()), server: server)
    let request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    #expect(throws: AuthorizationRequestError.noAuthorizationEndpoint) { try client.authorizationAttempt(request) }
    await #expect(throws: AuthorizationRequestError.noAuthorizationEndpoint) { try await client.begin(request) }
    #expect(try await client.clientCredentials().accessToken == Secret("at-12345"))
  }
}
