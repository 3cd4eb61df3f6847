import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuth

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

  private static let first = "https://as.example/.well-known/openid-configuration"
  private static let second = "https://as.example/.well-known/oauth-authorization-server"

  /// Returns the error of a search at the two locations of an issuer without a path.
  private func error(_ first: HTTPAnswer, _ second: HTTPAnswer) async throws -> DiscoveryError {
    try await #require(throws: DiscoveryError.self) {
      try await AuthorizationServerMetadata.discover(
        Issuer("https://as.example"), through: ScriptedTransport(first, second))
    }
  }

  private func status(_ code: Int) -> HTTPAnswer {
    .text("", status: HTTPResponse.Status(code: code), contentType: nil)
  }

  @Test func `An issuer without a path has two locations, and the error names both`() async throws {
    let error = try await error(notFound, status(403))
    #expect(error.code == "metadata_not_published" && error.category == .mistake)
    #expect(
      error.explanation.contains("\(Self.first) answered with status 404; \(Self.second) answered with status 403"),
      "\(error)")
  }

  // A front page for every path, a sign-in's redirect, `{}`: LiteLLM, Supabase and others.
  @Test(arguments: [
    HTTPAnswer.text("<html>", contentType: "text/html"), .text("<html>"), .text("{}"), .text("[]"), .text("null"),
    .text("", status: .found, contentType: nil), .text("", status: .badGateway, contentType: nil),
    .text("", status: .noContent, contentType: nil), .json(["issuer": "https://other.example"]),
    .json(["issuer": "http://as.example"]), .json(["issuer": "https://as.example"]), .json(["issuer": 1]),
  ])
  func `A wrong document at one location doesn't end the search`(_ wrong: HTTPAnswer) async throws {
    let issuer = "https://as.example"
    let transport = ScriptedTransport(wrong, document(issuer))
    let metadata = try await AuthorizationServerMetadata.discover(Issuer(issuer), through: transport, needing: [])
    #expect(metadata.issuer?.text == issuer && transport.exchanges.count == 2)
    // Nor does it hide the endpoints that only the last document lists.
    let tenant = issuer + "/t"
    let complete = HTTPAnswer.json([
      "issuer": .string(tenant), "authorization_endpoint": "https://as.example/a",
      "token_endpoint": "https://as.example/b", "revocation_endpoint": "https://as.example/revoke",
    ])
    let several = ScriptedTransport(document(tenant), wrong, complete)
    let found = try await AuthorizationServerMetadata.discover(Issuer(tenant), through: several)
    #expect(found.revocationEndpoint?.text == "https://as.example/revoke" && several.exchanges.count == 3)
  }

  // Some clients accept metadata of another issuer than the requested one.
  @Test(
    .covers(
      "MCP: The document's issuer is identical to the one that was asked for",
      "RP config: oidcc-client-test-discovery-issuer-mismatch", "RP FAPI2: test-discovery-issuer-mismatch"),
    arguments: [
      ("https://as.example", "https://evil.example"), ("https://as.example", "https://AS.example"),
      ("https://as.example", "https://as.example:443"), ("https://as.example", "https://as.example//"),
      ("https://as.example/t", "https://as.example/t/"), ("https://as.example/t/", "https://as.example/t"),
      ("https://as.example/t", "https://as.example"), ("https://as.example", "https://as.example/t"),
    ])
  func `Another issuer's document is rejected, with a path even if only a slash differs`(
    _ asked: String, _ published: String
  ) async throws {
    let answers = [document(published), document(published), document(published)]
    let error = try await #require(throws: DiscoveryError.self) {
      try await AuthorizationServerMetadata.discover(
        Issuer(asked), through: ScriptedTransport(results: answers.map { .success($0) }))
    }
    #expect(error.code == "another_issuer" && error.explanation.contains("belongs to \(published)"), "\(error)")
  }

  // RFC 3986 §6.2.3. Auth0 publishes the slash, and resources name the issuer without it.
  @Test(arguments: [("https://as.example", "https://as.example/"), ("https://as.example/", "https://as.example")])
  func `Without a path the root's slash makes no difference, and the document's spelling counts`(
    _ asked: String, _ published: String
  ) async throws {
    let transport = ScriptedTransport(document(published))
    let metadata = try await AuthorizationServerMetadata.discover(Issuer(asked), through: transport, needing: [])
    #expect(metadata.issuer?.text == published)
    // `iss` is compared byte for byte with the document's issuer (RFC 9207 §2.4).
    for (iss, isAccepted) in [(published, true), (asked, false)] {
      let client = OAuthClient(id: "app", server: metadata, transport: ScriptedTransport())
      let attempt = try await client.begin(
        AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:1/callback"), scope: .none))
      let url = "http://127.0.0.1:1/callback?code=c&state=\(attempt.state.reveal())&iss=\(iss)"
      do {
        _ = try attempt.receive(AuthorizationCallback(url: url))
        #expect(isAccepted)
      } catch {
        #expect(!isAccepted, "\(error)")
      }
    }
  }

  @Test func `A failing server differs from one without metadata, and redirects are not followed`()
    async throws
  {
    for code in [500, 503, 429, 302] {
      let error = try await error(status(code), notFound)
      #expect(error.code == "unexpected_status" && error.category == .temporary)
      #expect(error.explanation.contains("\(Self.first) answered with status \(code)"), "\(error)")
    }
  }

  @Test func `A web page in place of the documents is an error, as is a document without endpoints`() async throws {
    let page = HTTPAnswer.text("<html>", contentType: "text/html")
    let error = try await error(page, .json(["issuer": "https://as.example"]))
    #expect(error.code == "metadata_malformed")
    #expect(error.explanation.contains("\(Self.first) is not a JSON document"), "\(error)")
    #expect(error.explanation.contains("\(Self.second) has no authorization_endpoint"), "\(error)")
  }

  @Test func `Without an answer the search ends`() async throws {
    let transport = ScriptedTransport(results: [.failure(HTTPTransportError(.connectionFailed, origin: "x"))])
    await #expect(throws: HTTPTransportError.self) {
      try await AuthorizationServerMetadata.discover(Issuer("https://as.example"), through: transport)
    }
    #expect(transport.exchanges.count == 1)
  }

  @Test(
    "A status says whether a place has a document later, never, or may have one",
    arguments: [
      (299, false, false), (300, true, false), (399, true, false), (400, false, true), (404, false, true),
      (407, false, true), (408, true, false), (409, false, true), (428, false, true), (429, true, false),
      (430, false, true), (499, false, true), (500, true, false), (503, true, false),
    ])
  func status(_ status: Int, isTemporary: Bool, isEmpty: Bool) throws {
    let place = MetadataPlace(try Endpoint("https://as.example/.well-known/openid-configuration"), .status(status))
    #expect(place.isTemporary == isTemporary && place.isEmpty == isEmpty)
  }

  @Test func `A place that doesn't answer may have a document later, and other content stays`() throws {
    let address = try Endpoint("https://as.example/.well-known/openid-configuration")
    #expect(MetadataPlace(address, .noAnswer(.timedOut)).isTemporary)
    for content in [MetadataPlace.Content.notJSON, .another(UntrustedText("x")), .loopback] {
      #expect(!MetadataPlace(address, content).isTemporary && !MetadataPlace(address, content).isEmpty)
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

  // better-auth/better-auth, issue 9949 (an expired token is answered with 400); H2CK/oidc, issue 199 (405).
  @Test(
    arguments: [
      (400, "Refresh the access token, or sign in again."), (401, "Refresh the access token, or sign in again."),
      (403, "Ask for the scope that the resource needs."), (405, "Check the address of the UserInfo endpoint."),
    ])
  func `The remedy fits the status, and the server's words are shown`(_ status: Int, _ remedy: String) async throws {
    let answer = HTTPAnswer.json(
      ["error": "invalid_request", "error_description": "Invalid access token"],
      status: HTTPResponse.Status(code: status))
    let client = try Fixture.client(ScriptedTransport(answer))
    let error = try await #require(throws: EndpointError.self) { try await client.userInfo(Secret("x")) }
    #expect(error.remedy == remedy)
    #expect(error.explanation.contains(": Invalid access token (invalid_request)."), "\(error)")
    #expect(!error.explanation.contains("no OAuth error"))
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
