import Evidence
import HTTPTypes
import Logging
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import PKCE
import Testing

/// The whole flow, in process and over a socket, with the same tests for both.
@Suite(.covers("RFC 6750 §2")) struct SignInTests {
  enum Way: CaseIterable, Sendable {
    case inProcess
    case overASocket
  }

  private static let redirectURI = "http://127.0.0.1:49152/callback"
  private static let person = SimulatedUser(username: "ada", password: Secret("lovelace"))

  private static func server(_ issuer: Issuer, _ clock: ManualClock) throws -> AuthorizationServer {
    let scopes = try Scope(["profile", "email"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes),
      database: InMemoryServerDatabase(clock: clock.wallClock),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "app", name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes)
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada", email: "ada@example.com"),
          password: person.password
        )
      ]), pages: try MustachePages(), clock: clock.wallClock,
      logger: Logger(label: "test"))
  }

  private func with(
    _ way: Way, clock: ManualClock = ManualClock(), _ body: (OAuthClient, any HTTPTransport) async throws -> Void
  ) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .error
    switch way {
    case .inProcess:
      let issuer = try Issuer("https://as.example")
      let transport = InProcessTransport(try Self.server(issuer, clock))
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
      try await body(OAuthClient(id: "app", server: metadata, transport: transport, clock: clock.wallClock), transport)
    case .overASocket:
      try await withAuthorizationServer(make: { try Self.server($0, clock) }, logger: logger) { issuer in
        let transport = AsyncHTTPClientTransport()
        let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
        try await body(
          OAuthClient(id: "app", server: metadata, transport: transport, clock: clock.wallClock), transport)
      }
    }
  }

  private func userAgent(
    _ transport: any HTTPTransport, _ person: SimulatedUser = person
  ) throws -> SimulatedUserAgent {
    SimulatedUserAgent(person, redirectURI: try RedirectURI(Self.redirectURI), through: transport)
  }

  private func request(_ scope: [String] = ["profile"]) throws -> AuthorizationRequest {
    AuthorizationRequest(redirectURI: try RedirectURI(Self.redirectURI), scope: try Scope(scope))
  }

  @Test(arguments: Way.allCases)
  func `A user signs in, reads the profile with the token, and refreshes it`(_ way: Way) async throws {
    try await with(way) { client, transport in
      let tokens = try await client.signIn(scope: Scope(["profile", "email"]), with: userAgent(transport))
      #expect(tokens.scope == (try Scope(["profile", "email"])))
      #expect(tokens.expiresIn == .seconds(3_600))
      #expect(
        try await client.userInfo(tokens.accessToken)
          == ["sub": "1", "name": "Ada", "preferred_username": "ada", "email": "ada@example.com"])
      let refreshed = try await client.refresh(#require(tokens.refreshToken), scope: Scope(["email"]))
      #expect(refreshed.refreshToken != tokens.refreshToken)
      #expect(try await client.userInfo(refreshed.accessToken) == ["sub": "1", "email": "ada@example.com"])
    }
  }

  @Test(arguments: Way.allCases)
  func `A user's denial is no failure of the server`(_ way: Way) async throws {
    try await with(way) { client, transport in
      let person = SimulatedUser(username: "ada", password: Secret("lovelace"), agrees: false)
      do {
        _ = try await client.signIn(with: userAgent(transport, person))
        Issue.record("signed in")
      } catch CallbackError.refused(let response) {
        #expect(response.error == .accessDenied)
      }
    }
  }

  // In peers, the tokens of a code stay valid when the code is replayed.
  @Test(arguments: Way.allCases)
  func `A code that is used twice is rejected, and its tokens are revoked`(_ way: Way) async throws {
    try await with(way) { client, transport in
      let attempt = try client.authorizationAttempt(request())
      let callback = try await Self.person.visit(attempt.url, through: transport)
      let code = try attempt.receive(AuthorizationCallback(url: callback))
      let tokenRequest = try await client.tokenRequest(exchanging: code)
      let tokens = try await client.exchange(code)
      _ = try await client.userInfo(tokens.accessToken)

      let replay = try await transport.send(tokenRequest.head, body: tokenRequest.body, limits: HTTPLimits())
      #expect(replay.response.status == .badRequest)
      #expect(try JSONValue(bytes: replay.body).object?["error"] == "invalid_grant")
      await #expect(throws: EndpointError(.userInfo, .unexpectedStatus(401, retryAfter: nil))) {
        try await client.userInfo(tokens.accessToken)
      }
      let refreshToken = try #require(tokens.refreshToken)
      await #expect(throws: EndpointError.self) { try await client.refresh(refreshToken) }
    }
  }

  @Test(arguments: Way.allCases)
  func `A code lasts a minute`(_ way: Way) async throws {
    let clock = ManualClock()
    try await with(way, clock: clock) { client, transport in
      for (seconds, isAccepted) in [(59, true), (61, false)] {
        let attempt = try client.authorizationAttempt(request())
        let callback = try await Self.person.visit(attempt.url, through: transport)
        clock.advance(by: .seconds(seconds))
        do {
          _ = try await client.exchange(attempt.receive(AuthorizationCallback(url: callback)))
          #expect(isAccepted)
        } catch let error as EndpointError {
          #expect(!isAccepted && error.refusal?.error == .invalidGrant)
        }
      }
    }
  }

  // Peers issue a code without a challenge, and check PKCE at the token endpoint only.
  @Test(arguments: Way.allCases)
  func `the client rejects plain, which the server doesn't announce`(_ way: Way) async throws {
    try await with(way) { client, _ in
      var request = try request()
      request.challengeMethod = .plain
      #expect(throws: AuthorizationRequestError.challengeMethodNotSupported(.plain, announced: ["S256"])) {
        try client.authorizationAttempt(request)
      }
    }
  }
}
