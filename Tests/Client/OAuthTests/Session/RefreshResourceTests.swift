import HTTPTypes
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
    let session = try Self.session(transport, resources: resources)
    try await session.save(try await session.client.tokens(grantType: "urn:example:grant", FormParameters()))
    #expect(try await session.accessToken(insteadOf: Secret("a")) == Secret("b"))
    let body = String(decoding: try #require(transport.exchanges.last).body, as: UTF8.self)
    let form = try FormParameters(decoding: body)
    #expect((try form.single("grant_type")) == "refresh_token" && form.all("resource") == resources)
  }

  private static func session(_ transport: ScriptedTransport, resources: [String]) throws -> TokenSession {
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    let client = OAuthClient(id: "app", server: server, transport: transport)
    return TokenSession(
      account: try Account(provider: "https://as.example", name: "ada"), client: client, store: MemoryTokenStore(),
      policy: RefreshPolicy(resources: resources))
  }

  /// Refusals of refreshes with the parameter `resource`.
  static let refusals: [HTTPAnswer] = [
    // Microsoft Entra (modelcontextprotocol/python-sdk, issue 2578; microsoft/azure-devops-mcp, issue 1381).
    .json(["error": "invalid_target", "error_description": "AADSTS9010010"], status: .badRequest),
    // Dropbox, Customer.io and Mirakl (dust-tt/dust, pull request 22773).
    .json(["error": "invalid_request"], status: .badRequest),
    .text("unknown parameter: resource", status: .badRequest, contentType: "text/plain"),
  ]

  @Test(arguments: refusals)
  func `A refresh that is refused because of the resources is sent once more without them`(_ refusal: HTTPAnswer)
    async throws
  {
    let tokens: [String: JSONValue] = [
      "access_token": "a", "token_type": "Bearer", "expires_in": 60, "refresh_token": "r",
    ]
    let transport = ScriptedTransport(.json(tokens), refusal, .json(tokens.merging(["access_token": "b"]) { $1 }))
    let session = try Self.session(transport, resources: ["https://mcp.example/mcp"])
    try await session.save(try await session.client.tokens(grantType: "urn:example:grant", FormParameters()))
    #expect(try await session.accessToken(insteadOf: Secret("a")) == Secret("b"))
    #expect(transport.exchanges.map { $0.form.all("resource").count } == [0, 1, 0])
    #expect(transport.exchanges.suffix(2).map { $0.form.all("refresh_token") } == [["r"], ["r"]])
  }

  @Test(arguments: [
    (["https://mcp.example/mcp"], HTTPAnswer.json(["error": "invalid_scope"], status: .badRequest)),
    (["https://mcp.example/mcp"], .json(["error": "invalid_request"], status: .tooManyRequests)),
    ([], .json(["error": "invalid_request"], status: .badRequest)),
  ])
  func `Another refusal, or one without resources, is sent no second request`(
    _ resources: [String], _ refusal: HTTPAnswer
  ) async throws {
    let tokens: [String: JSONValue] = [
      "access_token": "a", "token_type": "Bearer", "expires_in": 60, "refresh_token": "r",
    ]
    let transport = ScriptedTransport(.json(tokens), refusal, .json(tokens))
    let session = try Self.session(transport, resources: resources)
    try await session.save(try await session.client.tokens(grantType: "urn:example:grant", FormParameters()))
    await #expect(throws: TokenSessionError.self) { try await session.accessToken(insteadOf: Secret("a")) }
    #expect(transport.exchanges.count == 2)
  }
}
