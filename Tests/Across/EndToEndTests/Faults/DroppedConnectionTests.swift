import Foundation
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthSessions
import Testing
import TokenStorage

/// Real dropped connections, between the HTTP client of programs and a server on a port.
@Suite(.timeLimit(.minutes(60))) struct DroppedConnectionTests {
  /// Runs a test with a session whose requests go through a proxy.
  private func with(
    leeway: Duration, _ body: (SharedTokens, TokenSession, DroppingProxy) async throws -> Void
  ) async throws {
    try await SharedTokens.with(leeway: leeway) { shared in
      let port = try #require(shared.issuer.text.split(separator: ":").last.flatMap { Int($0) })
      try await DroppingProxy.with(port: port) { proxy, port in
        let server = AuthorizationServerMetadata(
          issuer: shared.issuer, authorizationEndpoint: try Endpoint("http://127.0.0.1:\(port)/authorize"),
          tokenEndpoint: try Endpoint("http://127.0.0.1:\(port)/token"))
        let client = OAuthClient(id: "app", server: server, transport: AsyncHTTPClientTransport())
        let session = TokenSession(account: shared.account, client: client, store: shared.store)
        try await body(shared, session, proxy)
      }
    }
  }

  @Test func `A connection that is cut before the server receives the request costs nothing`() async throws {
    try await with(leeway: .zero) { shared, session, proxy in
      for round in 1...3 {
        try await shared.expire()
        proxy.cut(next: .beforeTheServer)
        _ = try await TokenSession(account: shared.account, client: session.client, store: shared.store).accessToken()
        #expect(shared.refreshes == round)
      }
    }
  }

  @Test func `A connection that is cut after the server has rotated costs nothing where the server is lenient`()
    async throws
  {
    try await with(leeway: .seconds(30)) { shared, session, proxy in
      try await shared.expire()
      proxy.cut(next: .afterTheServer)
      let token = try await session.accessToken()
      #expect(try await shared.client.userInfo(token)["sub"] == "1")
    }
  }

  @Test func `A connection that is cut after a strict server has rotated ends the session, and the error says so`()
    async throws
  {
    try await with(leeway: .zero) { shared, session, proxy in
      try await shared.expire()
      proxy.cut(next: .afterTheServer)
      let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect(error?.code == "session_ended" && error?.category == .signInNeeded)
      #expect(try await shared.store.tokens(for: shared.account) == nil)
    }
  }

  @Test func `An unreachable server doesn't end the session`() async throws {
    try await with(leeway: .zero) { shared, session, proxy in
      try await shared.expire()
      for _ in 0..<2 { proxy.cut(next: .beforeTheServer) }
      let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect(error?.category == .offline)
      #expect(try await session.accessToken().byteCount > 0)
      #expect(shared.refreshes == 1)
    }
  }
}
