import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 8414 §2", "OpenID Discovery §3")) struct DiscoveryTests {
  private func document(_ issuer: String) -> HTTPAnswer {
    .json([
      "issuer": .string(issuer), "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token",
    ])
  }

  private let notFound = HTTPAnswer.text("", status: .notFound, contentType: "text/html")

  private func paths(_ transport: ScriptedTransport) -> [String] {
    transport.exchanges.compactMap { $0.request.path }
  }

  @Test(.covers("RP config: oidcc-client-test-discovery-openid-config"))
  func `The document is requested from the location of OpenID Connect, then from that of RFC 8414`() async throws {
    let transport = ScriptedTransport(notFound, notFound, document("https://as.example/t/1"))
    let metadata = try await AuthorizationServerMetadata.discover(Issuer("https://as.example/t/1"), through: transport)
    #expect(metadata.tokenEndpoint.text == "https://as.example/token")
    #expect(
      paths(transport) == [
        "/t/1/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/t/1",
        "/.well-known/openid-configuration/t/1",
      ])
  }

  // django-oauth-toolkit lists revocation, introspection and registration only in the second one.
  @Test func `Endpoints that only the second document lists are added, and the first document wins`() async throws {
    let issuer = "https://as.example"
    let second = HTTPAnswer.json([
      "issuer": .string(issuer), "authorization_endpoint": "https://as.example/other-authorize",
      "token_endpoint": "https://as.example/other-token", "revocation_endpoint": "https://as.example/revoke",
      "introspection_endpoint": "https://as.example/introspect",
    ])
    let transport = ScriptedTransport(document(issuer), second)
    let metadata = try await AuthorizationServerMetadata.discover(Issuer(issuer), through: transport)
    #expect(metadata.revocationEndpoint?.text == "https://as.example/revoke")
    #expect(metadata.introspectionEndpoint?.text == "https://as.example/introspect")
    #expect(metadata.tokenEndpoint.text == "https://as.example/token")
    #expect(metadata.authorizationEndpoint?.text == "https://as.example/authorize")
    #expect(
      paths(transport) == ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
  }

  @Test func `Without a needed endpoint that is missing, one document is read`() async throws {
    let transport = ScriptedTransport(document("https://as.example"))
    _ = try await AuthorizationServerMetadata.discover(Issuer("https://as.example"), through: transport, needing: [])
    #expect(transport.exchanges.count == 1)
  }

  @Test func `A second document that can't be used, or is of another issuer, changes nothing`() async throws {
    let foreign = HTTPAnswer.json([
      "issuer": "https://evil.example", "authorization_endpoint": "https://evil.example/authorize",
      "token_endpoint": "https://evil.example/token", "revocation_endpoint": "https://evil.example/revoke",
    ])
    let others: [Result<HTTPAnswer, any Error>] = [
      .success(foreign), .success(notFound), .success(.text("<html>")), .success(.json([:], status: .badGateway)),
      .failure(HTTPTransportError(.timedOut, origin: "https://as.example")),
    ]
    for other in others {
      let transport = ScriptedTransport(results: [.success(document("https://as.example")), other])
      let metadata = try await AuthorizationServerMetadata.discover(Issuer("https://as.example"), through: transport)
      #expect(metadata.revocationEndpoint == nil && transport.exchanges.count == 2)
    }
  }

  @Test func `An issuer without a path has two locations`() async throws {
    let transport = ScriptedTransport(notFound, notFound)
    let issuer = try Issuer("https://as.example")
    await #expect(throws: DiscoveryError.notPublished(status: 404, issuer: issuer)) {
      try await AuthorizationServerMetadata.discover(issuer, through: transport)
    }
    #expect(
      paths(transport) == ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
  }

  // Some clients accept metadata of another issuer than the requested one.
  @Test(
    .covers(
      "MCP: The document's issuer is identical to the one that was asked for",
      "RP config: oidcc-client-test-discovery-issuer-mismatch", "RP FAPI2: test-discovery-issuer-mismatch"),
    arguments: ["https://evil.example", "https://as.example/", "https://AS.example"])
  func `Another issuer's document is rejected, even if only a slash differs`(_ published: String) async throws {
    let issuer = try Issuer("https://as.example")
    await #expect(throws: DiscoveryError.anotherIssuer(asked: issuer, published: try Issuer(published))) {
      try await AuthorizationServerMetadata.discover(issuer, through: ScriptedTransport(document(published)))
    }
  }

  @Test func `A failing server differs from one without metadata, and redirects are not followed`()
    async throws
  {
    let issuer = try Issuer("https://as.example")
    for status in [500, 503, 302] {
      let transport = ScriptedTransport(.text("", status: HTTPResponse.Status(code: status), contentType: nil))
      await #expect(throws: DiscoveryError.unexpectedStatus(status, issuer: issuer)) {
        try await AuthorizationServerMetadata.discover(issuer, through: transport)
      }
      #expect(transport.exchanges.count == 1)
    }
  }

  @Test func `A web page in place of the document is an error`() async throws {
    let issuer = try Issuer("https://as.example")
    await #expect(throws: DiscoveryError.malformed(.malformed, issuer: issuer)) {
      try await AuthorizationServerMetadata.discover(
        issuer, through: ScriptedTransport(.text("<html>", contentType: "text/html")))
    }
  }
}

@Suite(.covers("RFC 8414 §2", "OpenID Discovery §3")) struct UserInfoTests {
  // Some clients attach the bearer token to requests to any host.
  @Test func `Claims are read with the token in the header field, from the server's own endpoint`() async throws {
    let transport = ScriptedTransport(.json(["sub": "1", "name": "Ada"]))
    let claims = try await Fixture.client(transport).userInfo(Secret("at-1"))
    #expect(claims == ["sub": "1", "name": "Ada"])
    let request = try #require(transport.exchanges.first?.request)
    #expect(request.headerFields[.authorization] == "Bearer at-1")
    #expect(request.path == "/userinfo" && request.authority == "as.example")
  }

  @Test func `A refusal, claims without sub and a server without the endpoint are different errors`() async throws {
    let refused = try Fixture.client(ScriptedTransport(.json([:], status: .unauthorized)))
    await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(401, retryAfter: nil))) {
      try await refused.userInfo(Secret("x"))
    }
    let anonymous = try Fixture.client(ScriptedTransport(.json(["name": "Ada"])))
    await #expect(throws: EndpointError(.userInfo, .missingMember("sub"))) { try await anonymous.userInfo(Secret("x")) }
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
    let without = try Fixture.client(server: server)
    await #expect(throws: EndpointError(.userInfo, .notAnnounced)) { try await without.userInfo(Secret("x")) }
  }
}
