import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Pushed authorization requests (RFC 9126).
@Suite(.covers("RFC 9126 §2")) struct PushedAuthorizationTests {
  private func server(requires: Bool = false) throws -> AuthorizationServerMetadata {
    AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"),
      members: [
        "pushed_authorization_request_endpoint": "https://as.example/par",
        "require_pushed_authorization_requests": .bool(requires),
      ])
  }

  private func pushed() throws -> AuthorizationRequest {
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback), scope: try Scope(["files"]))
    request.isPushed = true
    return request
  }

  private static let reference = HTTPAnswer.json(
    ["request_uri": "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c", "expires_in": 60],
    status: .created)

  @Test(.covers("RP FAPI2: test-happy-path: PAR"))
  func `The request goes to the server, and the browser gets only a reference`() async throws {
    let transport = ScriptedTransport(Self.reference)
    let attempt = try await Fixture.client(transport, server: server()).begin(pushed())
    let shown = try Fixture.parameters(of: attempt.url)
    #expect(shown.pairs.map(\.name) == ["client_id", "request_uri"])
    #expect(try shown.single("client_id") == "app")
    #expect(
      try shown.single("request_uri") == "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c")

    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .post && exchange.request.path == "/par")
    #expect(exchange.form.firstRepeatedName() == nil)
    for name in ["response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge"] {
      #expect(try exchange.form.single(name) != nil)
    }
    // The answer must still have this attempt's state.
    let callback = try Fixture.callback(
      attempt, ("code", "c"), ("state", try #require(try exchange.form.single("state"))))
    _ = try attempt.receive(callback)
  }

  @Test func `The client authenticates as at the token endpoint, and the form has its client_id`() async throws {
    let transport = ScriptedTransport(Self.reference)
    let client = try Fixture.client(transport, authentication: .clientSecretBasic(Secret("s")), server: server())
    _ = try await client.begin(pushed())
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(exchange.form.all("client_id") == ["app"])
  }

  @Test(.covers("RP dynamic: oidcc-client-test-request-uri-signed-rs256"))
  func `A signed request is pushed as its object`() async throws {
    let transport = ScriptedTransport(Self.reference)
    var request = try pushed()
    request.requestObjectKey = try SigningKey.generate(.es256)
    _ = try await Fixture.client(transport, server: server()).begin(request)
    let form = try #require(transport.exchanges.first).form
    #expect(form.pairs.map(\.name).sorted() == ["client_id", "request", "response_type"])
  }

  @Test func `A request is pushed without asking if the server requires it`() async throws {
    let transport = ScriptedTransport(Self.reference)
    let client = try Fixture.client(transport, server: server(requires: true))
    var request = try pushed()
    request.isPushed = false
    #expect(throws: AuthorizationRequestError.requiresBegin) { try client.authorizationAttempt(request) }
    _ = try await client.begin(request)
    #expect(transport.exchanges.count == 1)
  }

  @Test func `A server without the endpoint is not asked`() async throws {
    let transport = ScriptedTransport()
    await #expect(throws: AuthorizationRequestError.pushingNotSupported) {
      try await Fixture.client(transport).begin(pushed())
    }
    #expect(transport.exchanges.isEmpty)
  }

  @Test(arguments: [
    HTTPAnswer.json(["error": "invalid_request"], status: .badRequest), .json([:], status: .created),
    .json(["request_uri": 1], status: .created), .json(["request_uri": "a\nb"], status: .created),
    .text("<html>", status: .internalServerError, contentType: "text/html"), .text("", status: .seeOther),
  ])
  func `After a refused or unusable answer nothing goes into the browser`(_ answer: HTTPAnswer) async throws {
    let error = await #expect(throws: EndpointError.self) {
      try await Fixture.client(ScriptedTransport(answer), server: server()).begin(pushed())
    }
    #expect(error?.endpoint == .pushedAuthorizationRequest)
  }

  @Test func `Secrets that the server repeats are withheld`() async throws {
    let error = await #expect(throws: EndpointError.self) {
      try await Fixture.client(EchoingState(), server: server()).begin(pushed())
    }
    #expect(error?.description.contains("[redacted]") == true)
  }
}

/// A server that repeats the request's `state` in its refusal.
private struct EchoingState: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let state = try FormParameters(decoding: body).single("state") ?? ""
    return .json(["error": "invalid_request", "error_description": .string("state \(state)")], status: .badRequest)
  }
}
