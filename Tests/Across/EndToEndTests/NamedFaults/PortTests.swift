import Foundation
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Testing

/// The embedded server on a port, with an independent client.
@Suite(.timeLimit(.minutes(60))) struct PortTests {
  @Test func `A browser sees the sign-in page, and the test's user signs in there`() async throws {
    let issuer = try await withEmbeddedServer { server in
      #expect(server.issuer.text.hasPrefix("http://127.0.0.1:"))
      let transport = AsyncHTTPClientTransport()
      let client = OAuthClient(
        id: EmbeddedServer.clientID, server: try await .discover(server.issuer, through: transport),
        transport: transport)
      let attempt = try client.authorizationAttempt(
        AuthorizationRequest(redirectURI: try RedirectURI(EmbeddedServer.redirectURI)))
      let page = try await transport.send(Endpoint(attempt.url).request(.get), body: [], limits: HTTPLimits())
      #expect(String(decoding: page.body, as: UTF8.self).contains("type=\"password\""))
      // The test can read the credentials that the person types.
      let person = SimulatedUser(username: server.user.username, password: server.user.password)
      let callback = try await person.visit(attempt.url, through: transport)
      let tokens = try await client.exchange(attempt.receive(AuthorizationCallback(url: callback)))

      server.misbehave(.serverError, at: .userInfo)
      await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(500, retryAfter: nil))) {
        try await client.userInfo(tokens.accessToken)
      }
      _ = try await client.userInfo(tokens.accessToken)
      server.clock.advance(by: .seconds(3_600))
      await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(401, retryAfter: nil))) {
        try await client.userInfo(tokens.accessToken)
      }
      return server.issuer
    }
    // The server has stopped.
    await #expect(throws: (any Error).self) {
      try await AuthorizationServerMetadata.discover(issuer, through: AsyncHTTPClientTransport())
    }
  }

  @Test func `The server's clock runs with the machine's, and a test can advance it`()
    async throws
  {
    try await withEmbeddedServer { server in
      let before = server.clock.now
      while server.clock.now <= before {
        try Task.checkCancellation()
        await Task.yield()
      }
      server.clock.advance(by: .seconds(3_600))
      #expect((3_600..<3_660).contains(server.clock.now.timeIntervalSince(before)))
      #expect(abs(server.clock.now.timeIntervalSinceNow - 3_600) < 60)
    }
  }

  @Test func `A test creates its own server, and requests that hang at the end are released`() async throws {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_000_000_000))
    let hanging = try await withEmbeddedServer(make: { try EmbeddedServer(issuer: $0, agrees: false, clock: clock) }) {
      server in
      #expect(server.clock === clock && !server.user.agrees)
      #expect(clock.now == Date(timeIntervalSince1970: 1_000_000_000))
      await #expect(throws: CallbackError.self) { try await server.signIn() }
      server.misbehave(.hang, at: .metadata)
      let issuer = server.issuer
      let hanging = Task {
        try await AuthorizationServerMetadata.discover(issuer, through: AsyncHTTPClientTransport())
      }
      while !server.faults.outstanding.isEmpty, !Task.isCancelled { await Task.yield() }
      return hanging
    }
    #expect(try await hanging.value.issuer != nil)
  }
}
