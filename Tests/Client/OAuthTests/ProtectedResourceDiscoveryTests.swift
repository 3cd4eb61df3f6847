import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// The discovery of MCP clients (MCP 2026-07-28, Authorization Server Discovery and Scope Selection
/// Strategy).
@Suite(.covers("RFC 9728 §2", "MCP 2026-07-28 Authorization server discovery")) struct ProtectedResourceDiscoveryTests {
  private static let url = "https://mcp.example/v1/mcp"
  private let notFound = HTTPAnswer.text("", status: .notFound, contentType: "text/html")

  private func challenge(_ field: String) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: field]))
  }

  private func document(
    _ resource: String = url, servers: JSONValue = ["https://as.example"], _ members: [String: JSONValue] = [:]
  ) -> HTTPAnswer {
    .json(["resource": .string(resource), "authorization_servers": servers].merging(members) { $1 })
  }

  private func server(_ issuer: String = "https://as.example", _ members: [String: JSONValue] = [:]) -> HTTPAnswer {
    .json(
      [
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"), "revocation_endpoint": .string(issuer + "/revoke"),
      ].merging(members) { $1 })
  }

  private func discover(
    _ answers: [HTTPAnswer], url: String = url
  ) async throws -> (ProtectedResourceDiscovery, [String]) {
    let transport = ScriptedTransport(results: answers.map { .success($0) })
    let found = try await ProtectedResourceDiscovery.discover(Endpoint(url), through: transport)
    let addresses = transport.exchanges.map { exchange in
      #expect(exchange.request.headerFields[.authorization] == nil)
      return "\(exchange.request.authority ?? "")\(exchange.request.path ?? "")"
    }
    return (found, addresses)
  }

  @Test(
    .covers(
      "MCP: Protected Resource Metadata is used to find the authorization server",
      "MCP: Both places are supported, the challenge's first"))
  func `The challenge's address comes first, and RFC 8414's document before OpenID Connect's`() async throws {
    let (found, addresses) = try await discover([
      challenge(#"Bearer error="invalid_token", resource_metadata="https://meta.example/doc", scope="a b""#),
      document(), server(),
    ])
    #expect(
      addresses == ["mcp.example/v1/mcp", "meta.example/doc", "as.example/.well-known/oauth-authorization-server"])
    #expect(found.resource.resource.text == Self.url && found.server.issuer?.text == "https://as.example")
    #expect(found.scope.tokens == ["a", "b"])
  }

  // RFC 9728 §5.1: it is a URL. RFC 9110 §5.6.4: single quotation marks don't quote.
  @Test(arguments: [
    #"resource_metadata="/.well-known/oauth-protected-resource/v1/mcp""#,
    #"resource_metadata=".well-known/oauth-protected-resource""#, #"resource_metadata="//mcp.example/doc""#,
    "resource_metadata='https://mcp.example/doc'", "realm='my server', resource_metadata='https://mcp.example/doc'",
  ])
  func `An address that is no URL counts as absent, and the rest of the challenge counts`(_ parameters: String)
    async throws
  {
    let (found, addresses) = try await discover([
      challenge(#"Bearer \#(parameters), scope="a b""#), document(), server(),
    ])
    #expect(
      addresses == [
        "mcp.example/v1/mcp", "mcp.example/.well-known/oauth-protected-resource/v1/mcp",
        "as.example/.well-known/oauth-authorization-server",
      ])
    #expect(found.scope.tokens == ["a", "b"])
  }

  @Test(.covers("MCP: An issuer with a path has three addresses, in order"))
  func `An issuer with a path has three locations, that of RFC 8414 first`() async throws {
    let issuer = "https://as.example/tenant"
    let (found, addresses) = try await discover([
      challenge(#"Bearer resource_metadata="https://meta.example/doc""#), document(servers: [.string(issuer)]),
      notFound, notFound, server(issuer),
    ])
    #expect(
      addresses.suffix(3) == [
        "as.example/.well-known/oauth-authorization-server/tenant",
        "as.example/.well-known/openid-configuration/tenant", "as.example/tenant/.well-known/openid-configuration",
      ])
    #expect(found.server.issuer?.text == issuer)
  }

  @Test(
    .covers(
      "MCP: Both kinds of discovery are supported",
      "MCP: Without a challenge the path's address comes before the root's",
      "MCP: An issuer without a path has two, in order"))
  func `Without a challenge, the path's well-known location comes before the origin's`() async throws {
    let (found, addresses) = try await discover([
      HTTPAnswer(HTTPResponse(status: .methodNotAllowed)), HTTPAnswer(HTTPResponse(status: .badRequest)), notFound,
      document("https://mcp.example"), notFound, server(),
    ])
    #expect(
      addresses == [
        "mcp.example/v1/mcp", "mcp.example/v1/mcp", "mcp.example/.well-known/oauth-protected-resource/v1/mcp",
        "mcp.example/.well-known/oauth-protected-resource", "as.example/.well-known/oauth-authorization-server",
        "as.example/.well-known/openid-configuration",
      ])
    #expect(found.resource.resource.text == "https://mcp.example" && found.scope.isEmpty)
  }

  @Test(
    .covers("MCP: resource is the canonical URI of the MCP server"),
    arguments: [
      "https://evil.example/v1/mcp", "https://mcp.example:8443/v1/mcp", "http://mcp.example/v1/mcp",
      "https://mcp.example/v1/mc", "https://mcp.example/v1/mcp/more", "https://mcp.example/v2", "x", "",
    ])
  func `A foreign resource is refused`(_ resource: String) async throws {
    let error = try await error([
      challenge(#"Bearer resource_metadata="https://mcp.example/doc""#), document(resource), notFound, notFound,
    ])
    #expect(error.code == "another_resource" && error.explanation.contains("https://mcp.example/doc belongs to"))
  }

  /// Returns the error of a discovery.
  private func error(_ answers: [HTTPAnswer]) async throws -> ProtectedResourceError {
    try await #require(throws: ProtectedResourceError.self) { try await discover(answers) }
  }

  private static let wellKnown = "https://mcp.example/.well-known/oauth-protected-resource"

  @Test(arguments: [
    ("https://mcp.example", wellKnown), ("https://mcp.example/", wellKnown),
    ("https://mcp.example/v1", wellKnown + "/v1"), ("https://mcp.example/v1/", wellKnown + "/v1/"),
    ("https://mcp.example/v1/mcp/", wellKnown + "/v1/mcp/"),
  ])
  func `The resource may be above the URL, if its own well-known location says so`(
    _ resource: String, _ address: String
  ) async throws {
    let (found, _) = try await discover([
      challenge(#"Bearer resource_metadata="\#(address)""#), document(resource), server(),
    ])
    #expect(found.resource.resource.text == resource)
  }

  // A tenant of a shared host controls its own challenge, and not the host's well-known locations.
  @Test(arguments: [
    ("https://mcp.example", wellKnown + "/v1/mcp"), ("https://mcp.example", "https://mcp.example/v1/mcp/doc"),
    ("https://mcp.example/v1", wellKnown), ("https://mcp.example", "https://other.example/doc"),
    ("https://mcp.example/v1/mcp/", "https://mcp.example/doc"), ("https://mcp.example/v1/mcp/", wellKnown + "/v1/mcp"),
  ])
  func `A URL doesn't speak for the resources above it`(_ resource: String, _ address: String) async throws {
    let error = try await error([
      challenge(#"Bearer resource_metadata="\#(address)""#), document(resource), notFound, notFound,
    ])
    #expect(error.code == "another_resource")
  }

  // RFC 3986 §6.2: the paths are different, but for the URL with the slash, the resource is above it.
  @Test func `A URL with a closing slash finds the resource without one, whose spelling counts`() async throws {
    let (found, _) = try await discover(
      [challenge(#"Bearer resource_metadata="\#(Self.wellKnown)/v1/mcp""#), document(), server()], url: Self.url + "/")
    #expect(found.resource.resource.text == Self.url)
  }

  @Test func `A challenge of another machine doesn't lead to this one`() async throws {
    let leading = challenge(#"Bearer resource_metadata="http://127.0.0.1:1/doc""#)
    #expect(try await error([leading, notFound, notFound]).code == "resource_metadata_leads_to_loopback")
    // A proxy that the resource doesn't know of is no reason to look no further.
    let (found, addresses) = try await discover([leading, document(), server()])
    #expect(found.resource.resource.text == Self.url && !addresses.contains { $0.hasPrefix("127.0.0.1") })
  }

  @Test func `Without metadata, the error names each place`() async throws {
    let error = try await error([notFound, notFound, notFound, notFound])
    #expect(error.code == "resource_metadata_not_published")
    for path in ["/v1/mcp", ""] {
      #expect(error.explanation.contains("\(Self.wellKnown)\(path) answered with status 404"), "\(error)")
    }
  }

  // The front page for every path; a document of the host at the path; a moved document.
  @Test(arguments: [
    HTTPAnswer.text("<html>", contentType: "text/html"), .text("{}"), .text("[]"), .text("null"),
    .text("", status: .found, contentType: nil), .text("", status: .internalServerError, contentType: nil),
    .json(["resource": "https://other.example"]), .json(["resource": 1]),
  ])
  func `A wrong document at one place doesn't end the search`(_ wrong: HTTPAnswer) async throws {
    let field = #"Bearer resource_metadata="https://mcp.example/doc""#
    let (atPath, _) = try await discover([challenge(field), wrong, document(), server()])
    #expect(atPath.resource.resource.text == Self.url)
    let (atRoot, _) = try await discover([challenge(field), wrong, wrong, document("https://mcp.example"), server()])
    #expect(atRoot.resource.resource.text == "https://mcp.example")
  }

  @Test func `The metadata's own host may be away`() async throws {
    let field = #"Bearer resource_metadata="https://meta.example/doc""#
    let away = HTTPTransportError(.connectionFailed, origin: "https://meta.example")
    let transport = ScriptedTransport(results: [
      .success(challenge(field)), .failure(away), .success(document()), .success(server()),
    ])
    let found = try await ProtectedResourceDiscovery.discover(Endpoint(Self.url), through: transport)
    #expect(found.resource.resource.text == Self.url)
    let lost = ScriptedTransport(results: [
      .success(challenge(field)), .failure(away), .success(notFound), .success(notFound),
    ])
    await #expect(throws: away) { try await ProtectedResourceDiscovery.discover(Endpoint(Self.url), through: lost) }
  }

  // MCP 2026-07-28, Streamable HTTP: such a server answers GET with 405 or 404.
  @Test(arguments: [200, 400, 404, 405])
  func `A server that rejects only POST is asked with POST`(_ status: Int) async throws {
    let transport = ScriptedTransport(
      HTTPAnswer(HTTPResponse(status: .init(code: status))),
      challenge(#"Bearer resource_metadata="https://mcp.example/doc", scope="a""#), document(), server())
    let found = try await ProtectedResourceDiscovery.discover(Endpoint(Self.url), through: transport)
    #expect(found.scope.tokens == ["a"] && transport.exchanges.count == 4)
    let post = transport.exchanges[1]
    #expect(post.request.method == .post && post.request.headerFields[.contentType] == "application/json")
    let message = try #require(try JSONValue(bytes: post.body).object)
    #expect(message["jsonrpc"] == "2.0" && message["method"] == "tools/list")
    #expect(post.request.headerFields[.authorization] == nil)
  }

  @Test func `The challenge of a rejected request is used, and nothing is asked again`() async throws {
    let transport = ScriptedTransport(document(), server())
    let given = ResourceChallenge(fields: [
      "Negotiate", #"Bearer scope="x y", resource_metadata="https://meta.example/doc""#,
    ])
    let found = try await ProtectedResourceDiscovery.discover(
      Endpoint(Self.url), challengedBy: given, through: transport)
    #expect(found.scope.tokens == ["x", "y"])
    #expect(transport.exchanges.map(\.request.authority) == ["meta.example", "as.example"])
  }

  @Test(arguments: [
    (["DPoP algs=\"ES256\""], true), (["DPoP", "Basic realm=\"x\""], true), (["Bearer, DPoP"], false),
    (["DPoP", "Bearer error=\"invalid_token\""], false), (["Bearer"], false), (["Basic realm=\"x\""], false),
    ([], false),
  ])
  func `A challenge DPoP without Bearer means tokens that are bound to a key`(_ fields: [String], _ isBound: Bool)
    async throws
  {
    let found = try await ProtectedResourceDiscovery.discover(
      Endpoint(Self.url), challengedBy: ResourceChallenge(fields: fields),
      through: ScriptedTransport(document(), server()))
    #expect(found.bindsTokens == isBound)
  }

  @Test func `Of several authorization servers, the first usable one is chosen`() async throws {
    let (found, _) = try await discover([
      challenge(#"Bearer resource_metadata="https://mcp.example/doc""#),
      document(servers: ["https://a.example", "https://b.example", "https://c.example"]),
      server("https://other.example"), notFound,
      server("https://b.example", ["protected_resources": ["https://x.example"]]), server("https://c.example"),
    ])
    #expect(found.server.issuer?.text == "https://c.example")
    await #expect(throws: ProtectedResourceError.noAuthorizationServer(try Endpoint(Self.url))) {
      try await discover([challenge(#"Bearer resource_metadata="https://mcp.example/doc""#), document(servers: [])])
    }
  }

  @Test(.covers("MCP: The challenge's scope is authoritative, without relation to scopes_supported"))
  func `The scope is the challenge's, otherwise the resource's, otherwise none`() async throws {
    func scope(
      _ field: String, _ members: [String: JSONValue], offline: Bool = false
    ) async throws -> [String] {
      let announced: [String: JSONValue] = offline ? ["scopes_supported": ["offline_access"]] : [:]
      return try await discover([
        challenge(#"Bearer resource_metadata="https://mcp.example/doc""# + field), document(Self.url, members),
        server("https://as.example", announced),
      ]).0.scope.tokens
    }
    #expect(try await scope(#", scope="x""#, ["scopes_supported": ["a", "b"]]) == ["x"])
    #expect(try await scope("", ["scopes_supported": ["a", "b"]]) == ["a", "b"])
    #expect(try await scope("", [:]) == [])
    #expect(try await scope(#", scope="x""#, [:], offline: true) == ["x", "offline_access"])
    #expect(try await scope("", [:], offline: true) == [])
    #expect(try await scope("", ["scopes_supported": ["a\u{0}"]]) == [])
  }
}
