import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuth
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthServer
import OAuthTestSupport
import Testing

/// RFC 9728.
@Suite(.covers("RFC 9728 §2")) struct MetadataTests {
  @Test func `Pixy's client finds the authorization server from only the resource's URL`() async throws {
    let api = try TestAPI()
    try await Application(router: api.router(api.resource())).test(.router) { client in
      let transport = RouterTransport(client)
      let found = try await ProtectedResourceMetadata.discover(Endpoint(TestAPI.identifier), through: transport)
      #expect(found.authorizationServers == [api.server.issuer])
      #expect(transport.requests.map(\.path) == ["/.well-known/oauth-protected-resource/notes"])
      let challenged = try await client.get()
      let challenge = try #require(
        try AuthenticateChallenge.read(
          HTTPAnswer(HTTPResponse(status: challenged.status, headerFields: challenged.headers))
        ).first)
      #expect(challenge.resourceMetadata?.text == TestAPI.metadata)
    }
  }

  @Test func `The document is public, even if all routes require tokens`() async throws {
    let api = try TestAPI()
    let resource = try await api.resource(TokenPresentation(takesForms: true))
    let router = Router(context: BasicAccessRequestContext.self)
    router.add(middleware: AccessMiddleware(resource))
    router.get("notes") { _, _ in "open" }
    try await Application(router: router).test(.router) { client in
      let path = "/.well-known/oauth-protected-resource/notes"
      let answer = try await client.get(path)
      #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
      #expect(answer.headers[.accessControlAllowOrigin] == "*")
      let members = try #require(try JSONValue(bytes: Array(answer.body.readableBytesView)).object)
      #expect(members["resource"] == .string(TestAPI.identifier))
      #expect(members["scopes_supported"] == ["read", "write"])
      #expect(members["bearer_methods_supported"] == ["header", "body"])
      let head = try await client.execute(uri: path, method: .head) { $0 }
      #expect(head.status == .ok && head.body.readableBytes == 0)
      #expect(try await client.execute(uri: path, method: .post) { $0.status } == .methodNotAllowed)
      #expect(try await client.get("/notes").status == .unauthorized)
      #expect(try await client.get("/nothing").status == .unauthorized)
    }
  }

  @Test func `A server without keys, or an unreachable one, is reported when the program starts`() async throws {
    let issuer = try Issuer("https://login.example")
    func discover(_ answer: HTTPAnswer) async throws {
      _ = try await ResourceServer.discover(
        Endpoint(TestAPI.identifier), trusting: issuer, through: ScriptedTransport(answer, answer),
        logger: LogCollector().logger())
    }
    await #expect(throws: MetadataError.missing(member: "jwks_uri")) {
      try await discover(
        .json([
          "issuer": .string(issuer.text), "authorization_endpoint": "https://login.example/authorize",
          "token_endpoint": "https://login.example/token", "response_types_supported": ["code"],
        ]))
    }
    await #expect(throws: DiscoveryError.self) {
      try await discover(HTTPAnswer(HTTPResponse(status: .internalServerError)))
    }
  }
}
