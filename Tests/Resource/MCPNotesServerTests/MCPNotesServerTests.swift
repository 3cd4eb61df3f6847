import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuth
import OAuthCore
import OAuthResourceServerHummingbird
import OAuthServer
import OAuthTestSupport
import Testing

@testable import mcp_notes_server

/// The MCP server of Examples/MCPNotesServer, with the embedded authorization server.
@Suite struct MCPNotesServerTests {
  private static let address = "https://notes.example/mcp"
  private static let metadata = "https://notes.example/.well-known/oauth-protected-resource/mcp"

  private let server: EmbeddedServer

  init() throws {
    let scopes = ["notes.read", "notes.write"]
    var settings = ClientSettings()
    settings.accessTokenFormat = .jwt
    let app = RegisteredClient(
      id: EmbeddedServer.clientID, name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
      scope: try Scope(scopes), grants: [.authorizationCode], settings: settings)
    server = try EmbeddedServer(clients: [app], scopes: scopes)
  }

  /// Signs the user in at the embedded server, for a token for the resource.
  private func token(_ scope: String, for resource: String = address) async throws -> Secret {
    try await server.client().signIn(with: server.userAgent) { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(parameter: scope))
      request.resources = [resource]
      return request
    }.accessToken
  }

  private func withClient(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
    let router = try await MCPNotesServer.router(
      at: Endpoint(Self.address), trusting: server.issuer, through: server.transport,
      logger: LogCollector().logger(), clock: server.clock.wallClock)
    try await Application(router: router).test(.router, body)
  }

  private static func post(
    _ client: any TestClientProtocol, _ message: JSONValue, _ token: Secret? = nil, _ changes: HTTPFields = [:]
  ) async throws -> TestResponse {
    var fields: HTTPFields = [
      .contentType: "application/json", .accept: "application/json, text/event-stream",
    ]
    fields[.authorization] = token.map { "Bearer " + $0.reveal() }
    for field in changes { fields[field.name] = field.value }
    return try await client.execute(
      uri: "/mcp", method: .post, headers: fields, body: ByteBuffer(bytes: message.bytes())
    ) { $0 }
  }

  private static func request(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
    ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": params]
  }

  private static let call = request("tools/call", ["name": "add_note", "arguments": ["text": "Buy milk"]])

  private static func members(_ answer: TestResponse) throws -> [String: JSONValue] {
    let members = try #require(try JSONValue(bytes: Array(answer.body.readableBytesView)).object)
    #expect(members["jsonrpc"] == "2.0" && members["id"] == 7)
    return members
  }

  @Test(.covers("CVE-2026-9810"))
  func `A token for the server opens it, and the tool if it has the scope`() async throws {
    let token = try await token("notes.read notes.write")
    try await withClient { client in
      let first = try await Self.post(client, Self.request("initialize", ["protocolVersion": "2025-11-25"]), token)
      let result = try #require(try Self.members(first)["result"]?.object)
      #expect(result["protocolVersion"] == "2025-11-25" && result["capabilities"] == ["tools": [:]])
      let notification: JSONValue = ["jsonrpc": "2.0", "method": "notifications/initialized"]
      #expect(try await Self.post(client, notification, token).status == .accepted)
      let tools = try Self.members(await Self.post(client, Self.request("tools/list"), token))["result"]?.object?[
        "tools"]
      #expect(tools?.array?.first?.object?["name"] == "add_note")
      for count in 1...2 {
        let result = try Self.members(await Self.post(client, Self.call, token))["result"]
        #expect(result == ["content": [["type": "text", "text": .string("Notes: \(count)")]]])
      }
    }
  }

  @Test(.covers("CVE-2025-66416", "CVE-2026-33252"))
  func `Without a token, the challenge names the metadata and the scope`() async throws {
    try await withClient { client in
      let answer = try await Self.post(client, Self.request("initialize"))
      #expect(answer.status == .unauthorized)
      #expect(
        answer.headers[values: .wwwAuthenticate].last
          == #"Bearer scope="notes.read", resource_metadata="\#(Self.metadata)""#)
      let document = try await client.execute(uri: "/.well-known/oauth-protected-resource/mcp", method: .get) { $0 }
      let members = try #require(try JSONValue(bytes: Array(document.body.readableBytesView)).object)
      #expect(members["resource"] == .string(Self.address))
      #expect(members["authorization_servers"] == [.string(server.issuer.text)])
      #expect(members["scopes_supported"] == ["notes.read", "notes.write"])
    }
  }

  @Test func `Without the tool's scope, the challenge names all scopes that the tool needs`() async throws {
    let token = try await token("notes.read")
    try await withClient { client in
      #expect(try await Self.post(client, Self.request("tools/list"), token).status == .ok)
      let answer = try await Self.post(client, Self.call, token)
      #expect(answer.status == .forbidden)
      #expect(
        answer.headers[values: .wwwAuthenticate].last
          == #"Bearer error="insufficient_scope", error_description="the scope of the access token is not sufficient", scope="notes.read notes.write", resource_metadata="\#(Self.metadata)""#
      )
    }
  }

  @Test func `A token for another server is rejected`() async throws {
    let token = try await token("notes.read notes.write", for: "https://other.example/mcp")
    try await withClient { client in
      let answer = try await Self.post(client, Self.call, token)
      #expect(answer.status == .unauthorized)
      #expect(answer.headers[values: .wwwAuthenticate].last?.contains(#"error="invalid_token""#) == true)
    }
  }

  @Test(.covers("CVE-2025-53366")) func `Messages that the protocol forbids are rejected`() async throws {
    let token = try await token("notes.read notes.write")
    let version = try #require(HTTPField.Name("MCP-Protocol-Version"))
    try await withClient { client in
      #expect(try await Self.post(client, Self.call, token, [.origin: "https://evil.example"]).status == .forbidden)
      #expect(try await Self.post(client, Self.call, token, [version: "1999-01-01"]).status == .badRequest)
      #expect(try await Self.post(client, Self.call, token, [version: "2025-11-25"]).status == .ok)
      #expect(try await Self.post(client, [Self.call], token).status == .badRequest)
      for (message, code) in [
        (Self.request("resources/list"), -32_601), (Self.request("tools/call", ["name": "other"]), -32_602),
      ] as [(JSONValue, Int64)] {
        let error = try Self.members(await Self.post(client, message, token))["error"]?.object
        #expect(error?["code"] == .integer(code))
      }
      let stream = try await client.execute(
        uri: "/mcp", method: .get, headers: [.authorization: "Bearer \(token.reveal())"]
      ) { $0.status }
      #expect(stream == .methodNotAllowed)
    }
  }
}
