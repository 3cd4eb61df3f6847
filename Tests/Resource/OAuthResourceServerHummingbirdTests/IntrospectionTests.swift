import DPoPVerification
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuth
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthServer
import OAuthTestSupport
import Testing

/// RFC 7662: opaque tokens, which only the authorization server can validate.
@Suite struct IntrospectionTests {
  private let api: TestAPI

  init() throws {
    api = try TestAPI()
  }

  private func resource(through transport: any HTTPTransport) async throws -> ResourceServer {
    let known = try await api.client("api")
    let asking = OAuthClient(
      id: "api", authentication: known.authentication, server: known.server, transport: transport,
      clock: api.clock.wallClock)
    return ResourceServer(
      ResourceDescription(try Endpoint(TestAPI.identifier), authorizationServers: [api.server.issuer]),
      tokens: IntrospectedAccessTokens(
        asking, IntrospectionPolicy(audience: [TestAPI.identifier], issuer: api.server.issuer),
        clock: api.clock.wallClock),
      proofs: DPoPProofChecker(
        usedTokenIDs: InMemoryUsedTokenIDs(clock: api.clock.wallClock), clock: api.clock.wallClock),
      logger: api.logs.logger(), clock: api.clock.wallClock)
  }

  @Test
  func `A hundred requests with one token cause one introspection, and a revoked token works until the cache expires`()
    async throws
  {
    let counting = CountingTransport(api.transport)
    let token = try await api.token(client: "opaque")
    let owner = try await api.client("opaque")
    let router = try api.router(try await resource(through: counting))
    try await Application(router: router).test(.router) { client in
      try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
        for _ in 0..<100 {
          group.addTask { try await client.get("/notes", "Bearer \(token.reveal())").status }
        }
        for try await status in group { #expect(status == .ok) }
      }
      #expect(counting.count == 1)
      try await owner.revoke(token, hint: .accessToken)
      #expect(try await client.get("/notes", "Bearer \(token.reveal())").status == .ok)
      api.clock.advance(by: .seconds(31))
      let answer = try await client.get("/notes", "Bearer \(token.reveal())")
      #expect(try answer.status == .unauthorized && answer.errors == ["invalid_token"])
    }
  }

  // While the server is unreachable, clients must not discard valid tokens.
  @Test func `While the server is unreachable the response is 503, not 401`() async throws {
    let token = try await api.token(client: "opaque").reveal()
    let router = try api.router(try await resource(through: ScriptedTransport()))
    try await Application(router: router).test(.router) { client in
      let answer = try await client.get("/notes", "Bearer \(token)")
      #expect(answer.status == .serviceUnavailable && answer.headers[.wwwAuthenticate] == nil)
    }
  }
}
