import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 9728 §2")) struct ProtectedResourceTests {
  private let notFound = HTTPAnswer.text("", status: .notFound, contentType: "text/html")

  private func document(
    _ resource: String, servers: JSONValue = ["https://as1.example.com", "https://as2.example.net"],
    _ members: [String: JSONValue] = [:]
  ) -> HTTPAnswer {
    .json(["resource": .string(resource), "authorization_servers": servers].merging(members) { $1 })
  }

  private func server(_ issuer: String, _ members: [String: JSONValue] = [:]) -> HTTPAnswer {
    .json(
      [
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"), "revocation_endpoint": .string(issuer + "/revoke"),
      ].merging(members) { $1 })
  }

  private func challenge(_ address: String, status: HTTPResponse.Status = .unauthorized) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: status,
        headerFields: [
          .wwwAuthenticate: "Basic realm=\"x\"", .wwwAuthenticate: "Bearer resource_metadata=\"\(address)\"",
        ]))
  }

  private func discover(_ resource: String, _ answers: HTTPAnswer...) async throws -> ProtectedResourceMetadata {
    try await ProtectedResourceMetadata.discover(
      Endpoint(resource), through: ScriptedTransport(results: answers.map { .success($0) }))
  }

  private func error(_ resource: String, _ answers: HTTPAnswer...) async throws -> ProtectedResourceError {
    try await #require(throws: ProtectedResourceError.self) {
      // Without a challenge, the resource is asked twice: with GET and with POST.
      try await ProtectedResourceMetadata.discover(
        Endpoint(resource), through: ScriptedTransport(results: (answers + [notFound]).map { .success($0) }))
    }
  }

  // RFC 9728 §3.1.
  @Test(
    arguments: [
      ("https://resource.example.com", "/.well-known/oauth-protected-resource"),
      ("https://resource.example.com/", "/.well-known/oauth-protected-resource"),
      ("https://resource.example.com/resource1", "/.well-known/oauth-protected-resource/resource1"),
      ("https://resource.example.com/a/b/", "/.well-known/oauth-protected-resource/a/b/"),
      ("https://resource.example.com/a?t=1", "/.well-known/oauth-protected-resource/a?t=1"),
      ("https://resource.example.com?t=1", "/.well-known/oauth-protected-resource?t=1"),
    ])
  func `The well-known part is inserted between host and path`(_ resource: String, _ path: String) async throws {
    let transport = ScriptedTransport(document(resource))
    let metadata = try await ProtectedResourceMetadata.discover(Endpoint(resource), through: transport)
    let request = try #require(transport.exchanges.first).request
    #expect(request.path == path && request.authority == "resource.example.com" && request.method == .get)
    #expect(metadata.resource.text == resource)
    #expect(metadata.authorizationServers.map(\.text) == ["https://as1.example.com", "https://as2.example.net"])
  }

  // RFC 9728 §3.3.
  @Test(arguments: [
    ("https://resource.example.com", "https://evil.example"),
    ("https://resource.example.com/a", "https://resource.example.com/a/"),
    ("https://resource.example.com/a", "https://resource.example.com/A"),
    ("https://resource.example.com/a", "https://resource.example.com"),
    ("https://resource.example.com", "https://resource.example.com/a"),
    ("https://resource.example.com", "https://resource.example.com:8443"),
    ("https://resource.example.com/a", "https://resource.example.com/a?t=1"),
  ])
  func `Another resource's document is rejected, even if only a slash of the path differs`(
    _ asked: String, _ published: String
  ) async throws {
    let error = try await error(asked, document(published), notFound)
    #expect(error.code == "another_resource" && error.explanation.contains("belongs to \(published)"), "\(error)")
  }

  // RFC 3986 §6.2.2.1 and §6.2.3.
  @Test(arguments: [
    ("https://resource.example.com", "https://resource.example.com/"),
    ("https://resource.example.com/", "https://resource.example.com"),
    ("https://resource.example.com/a", "HTTPS://Resource.Example.com:443/a"),
    ("https://RESOURCE.example.com:443/a?t=1", "https://resource.example.com/a?t=1"),
  ])
  func `Another spelling of scheme, host, port and root slash is the same resource`(
    _ asked: String, _ published: String
  ) async throws {
    let metadata = try await discover(asked, document(published))
    #expect(metadata.resource.text == published)
    let server = MetadataCache(
      through: ScriptedTransport(server("https://as1.example.com", ["protected_resources": [.string(asked)]])))
    #expect(
      try await metadata.authorizationServerMetadata(from: server).first?.issuer?.text == "https://as1.example.com")
  }

  // RFC 9728 §5.
  @Test func `Without a document at the well-known location, the resource's challenge is followed`() async throws {
    let transport = ScriptedTransport(
      notFound, challenge("https://meta.example/doc"), document("https://resource.example.com/api"))
    let metadata = try await ProtectedResourceMetadata.discover(
      Endpoint("https://resource.example.com/api"), through: transport)
    #expect(metadata.resource.text == "https://resource.example.com/api")
    #expect(
      transport.exchanges.map { ($0.request.authority ?? "") + ($0.request.path ?? "") } == [
        "resource.example.com/.well-known/oauth-protected-resource/api", "resource.example.com/api",
        "meta.example/doc",
      ])
    #expect(transport.exchanges.allSatisfy { $0.request.headerFields[.authorization] == nil })
  }

  // MCP servers of 2026-07-28 answer GET with 405 or 404 (Streamable HTTP).
  @Test(arguments: [405, 404, 200])
  func `A resource that answers GET without a challenge is asked with POST`(_ status: Int) async throws {
    let address = "https://resource.example.com/api"
    let transport = ScriptedTransport(
      notFound, HTTPAnswer(HTTPResponse(status: .init(code: status))), challenge("https://meta.example/doc"),
      document(address))
    let metadata = try await ProtectedResourceMetadata.discover(Endpoint(address), through: transport)
    #expect(metadata.resource.text == address)
    #expect(transport.exchanges.map(\.request.method) == [.get, .get, .post, .get])
  }

  @Test func `A document that the challenge leads to must be this resource's too`() async throws {
    let found = try await error(
      "https://resource.example.com", notFound, challenge("https://meta.example/doc"), document("https://evil.example"))
    #expect(found.code == "another_resource")
  }

  @Test func `No document, a failing server, a redirect and a web page are different errors`() async throws {
    let address = "https://resource.example.com"
    var unreadable = notFound
    unreadable.response.headerFields[.wwwAuthenticate] = "Bearer \""
    for answer in [.text("hi"), unreadable, challenge("http://a.example/")] {
      let error = try await error(address, notFound, answer)
      #expect(error.code == "resource_metadata_not_published")
      #expect(error.explanation.contains("/.well-known/oauth-protected-resource answered with status 404"))
    }
    for status in [500, 302] {
      let answer = HTTPAnswer.text("", status: HTTPResponse.Status(code: status), contentType: nil)
      let error = try await error(address, answer, notFound)
      #expect(error.code == "unexpected_status" && error.category == .temporary)
    }
    for body in ["<html>", "[]", "{}", #"{"resource":1}"#] {
      #expect(try await error(address, .text(body), notFound).code == "resource_metadata_malformed")
    }
    let page = HTTPAnswer.text("<html>", contentType: "text/html")
    #expect(try await error(address, page, notFound).code == "resource_metadata_malformed")
  }

  @Test func `A wrong document at the well-known location doesn't keep the challenge from being followed`()
    async throws
  {
    let address = "https://resource.example.com/api"
    for wrong in [
      HTTPAnswer.text("<html>", contentType: "text/html"), .text("{}"), .text("", status: .found, contentType: nil),
      document("https://resource.example.com"),
    ] {
      let metadata = try await discover(address, wrong, challenge("https://meta.example/doc"), document(address))
      #expect(metadata.resource.text == address)
    }
  }

  @Test func `A resource on another machine can't refer to this machine`() async throws {
    let address = "https://resource.example.com"
    for loopback in ["http://127.0.0.1:8080/x", "http://localhost/x", "https://[::1]/x"] {
      let error = try await error(address, notFound, challenge(loopback))
      #expect(error.code == "resource_metadata_leads_to_loopback")
    }
    let metadata = try await discover(
      address, document(address, servers: ["http://127.0.0.1:8080", "https://as.example", 1, "x", "http://as.example"]))
    #expect(metadata.authorizationServers.map(\.text) == ["https://as.example"])
    let local = try await discover(
      "http://127.0.0.1:1/a", notFound, challenge("http://127.0.0.1:1/meta"),
      document("http://127.0.0.1:1/a", servers: ["http://127.0.0.1:2"]))
    #expect(local.authorizationServers.map(\.text) == ["http://127.0.0.1:2"])
  }

  @Test func `Optional members are read, and unusable ones count as absent`() async throws {
    let address = "https://resource.example.com"
    let metadata = try await discover(
      address,
      document(
        address, servers: "https://as.example",
        [
          "scopes_supported": ["profile"], "bearer_methods_supported": ["header"],
          "dpop_signing_alg_values_supported": ["ES256"], "dpop_bound_access_tokens_required": true,
          "tls_client_certificate_bound_access_tokens": "yes", "jwks_uri": "http://x.example/",
          "resource_name": "A\u{1B}[2J", "authorization_details_types_supported": ["payment"],
        ]))
    #expect(metadata.authorizationServers.isEmpty)
    #expect(metadata.scopesSupported == ["profile"] && metadata.bearerMethodsSupported == ["header"])
    #expect(metadata.dpopSigningAlgValuesSupported == ["ES256"] && metadata.dpopBoundAccessTokensRequired)
    #expect(!metadata.tlsClientCertificateBoundAccessTokens && metadata.jwksURI == nil)
    #expect(metadata.resourceName?.description == "A[2J")
    #expect(metadata.authorizationDetailsTypesSupported == ["payment"])
  }

  @Test func `A resource's address leads to its authorization servers`() async throws {
    let address = "https://resource.example.com"
    let transport = ScriptedTransport(
      document(address), server("https://as1.example.com"), server("https://as2.example.net"))
    let servers = try await AuthorizationServerMetadata.discover(
      resource: Endpoint(address), from: MetadataCache(through: transport), through: transport)
    #expect(servers.map(\.issuer?.text) == ["https://as1.example.com", "https://as2.example.net"])
  }

  @Test func `A server whose metadata can't be fetched is left out if another's can`() async throws {
    let address = "https://resource.example.com"
    let failing = HTTPAnswer.text("", status: .serviceUnavailable, contentType: nil)
    let metadata = try await discover(address, document(address))
    let one = MetadataCache(through: ScriptedTransport(failing, failing, server("https://as2.example.net")))
    #expect(
      try await metadata.authorizationServerMetadata(from: one).map(\.issuer?.text) == ["https://as2.example.net"])
    let none = MetadataCache(through: ScriptedTransport(failing, failing, failing, failing))
    let error = await #expect(throws: DiscoveryError.self) {
      try await metadata.authorizationServerMetadata(from: none)
    }
    #expect(error?.issuer.text == "https://as1.example.com" && error?.category == .temporary)
    let silent = try await discover(address, document(address, servers: []))
    await #expect(throws: ProtectedResourceError.noAuthorizationServer(try Endpoint(address))) {
      try await silent.authorizationServerMetadata(from: none)
    }
  }

  // RFC 9728 §4.
  @Test(.covers("RFC 9728 §4")) func `A server that lists its resources must list this one`() async throws {
    let address = "https://resource.example.com"
    let metadata = try await discover(address, document(address, servers: ["https://as.example"]))
    let other = MetadataCache(
      through: ScriptedTransport(server("https://as.example", ["protected_resources": ["https://b.example"]])))
    await #expect(
      throws: ProtectedResourceError.notListed(try Endpoint(address), by: try Issuer("https://as.example"))
    ) { try await metadata.authorizationServerMetadata(from: other) }
    let listing = MetadataCache(
      through: ScriptedTransport(server("https://as.example", ["protected_resources": [.string(address)]])))
    #expect(try await metadata.authorizationServerMetadata(from: listing).count == 1)
  }

  @Test func `At most eight servers of a resource are asked`() async throws {
    let address = "https://resource.example.com"
    let many = JSONValue.array((0..<100).map { .string("https://as\($0).example") })
    #expect(try await discover(address, document(address, servers: many)).authorizationServers.count == 8)
  }
}
