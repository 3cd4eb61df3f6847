import Evidence
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// The resources of refresh requests (RFC 8707 §2.2).
@Suite(.covers("RFC 8707 §2")) struct RefreshResourceTests {
  @Test(
    .covers("MCP: resource is in authorization requests and token requests"),
    arguments: [[], ["https://mcp.example/mcp"], ["https://a.example", "https://b.example"]])
  func `A refresh asks for a token for the policy's resources`(_ resources: [String]) async throws {
    let tokens: [String: JSONValue] = [
      "access_token": "a", "token_type": "Bearer", "expires_in": 60, "refresh_token": "r",
    ]
    let transport = ScriptedTransport(.json(tokens), .json(tokens.merging(["access_token": "b"]) { $1 }))
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    let client = OAuthClient(id: "app", server: server, transport: transport)
    let session = TokenSession(
      account: try Account(provider: "https://as.example", name: "ada"), client: client, store: MemoryTokenStore(),
      policy: RefreshPolicy(resources: resources))
    try await session.save(try await client.tokens(grantType: "urn:example:grant", FormParameters()))
    #expect(try await session.accessToken(insteadOf: Secret("a")) == Secret("b"))
    let body = String(decoding: try #require(transport.exchanges.last).body, as: UTF8.self)
    let form = try FormParameters(decoding: body)
    #expect((try form.single("grant_type")) == "refresh_token" && form.all("resource") == resources)
  }
}
