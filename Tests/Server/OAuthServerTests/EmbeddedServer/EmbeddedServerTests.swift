import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthServer
import OAuthSessions
import OAuthTestSupport
import OpenIDConnect
import Synchronization
import Testing
import TokenStorage

/// The test kit in the form that tests of OAuth code use. EndToEndTests/NamedFaults test how
/// clients react to the faults.
@Suite(.timeLimit(.minutes(60))) struct EmbeddedServerTests {
  private func signInWithIDToken(_ server: EmbeddedServer) async throws -> SignedIn {
    try await OpenIDClient(server.client(), algorithms: [.es256]).signIn(with: server.userAgent)
  }

  @Test func `Two lines sign a user in`() async throws {
    let server = try EmbeddedServer()
    let tokens = try await server.signIn(scope: "openid profile")
    #expect(tokens.refreshToken != nil)
    #expect(try await signInWithIDToken(server).idToken.claims["sub"] != nil)
  }

  @Test func `The user can deny`() async throws {
    let server = try EmbeddedServer(agrees: false)
    await #expect(throws: CallbackError.self) { try await server.signIn() }
  }

  @Test func `Time passes only when the test advances the clock`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(accessToken: .seconds(60)))
    let client = try await server.client()
    let tokens = try await server.signIn()
    _ = try await client.userInfo(tokens.accessToken)
    server.clock.advance(by: .seconds(61))
    await #expect(throws: (any Error).self) { try await client.userInfo(tokens.accessToken) }
  }

  @Test func `A session has both clocks of the server`() async throws {
    let server = try EmbeddedServer()
    let session = try await server.session()
    let first = try await session.accessToken()
    server.misbehave(.serverError)
    server.clock.advance(by: .seconds(3_600))
    // By the machine's monotonic clock the first token would still be valid.
    await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(try await session.accessToken() != first)
  }

  @Test func `A provider's client has both clocks of the server`() async throws {
    let server = try EmbeddedServer()
    let service = SignInService(server.providerClient(), store: MemoryTokenStore(), scope: "openid profile")
    #expect(try await service.signIn(with: server.userAgent).name == "Ada Lovelace")
    server.misbehave(.serverError)
    server.clock.advance(by: .seconds(3_600))
    await #expect(throws: TokenSessionError.self) { try await service.session()?.accessToken() }
    #expect(try await service.restore()?.name == "Ada Lovelace")
  }

  @Test(.covers("RFC 9700 §4.4.1")) func `A client rejects an answer in another server's name`() async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(.wrongIssuerInCallback)
    await #expect(throws: CallbackError.wrongIssuer) { try await server.signIn() }
  }

  @Test func `A hanging server answers once it behaves again, or once the client stops waiting`() async throws {
    let server = try EmbeddedServer()
    let client = try await server.client(limits: HTTPLimits(timeout: .seconds(3_600)))
    for gives in [{ (_: Task<TokenResponse, any Error>) in server.faults.behave() }, { $0.cancel() }] {
      let isAnswered = Mutex(false)
      server.faults.misbehave(.hang)
      let waiting = Task {
        defer { isAnswered.withLock { $0 = true } }
        return try await client.signIn(with: server.userAgent)
      }
      while !server.faults.outstanding.isEmpty, !Task.isCancelled { await Task.yield() }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(isAnswered.withLock { !$0 }, "it was answered at once")
      gives(waiting)
      _ = await waiting.result
    }
    _ = try await server.signIn()
  }

  @Test func `The server behind the faults receives the connection's context`() async throws {
    let test = try TestServer()
    let faults = FaultyServer(test.server)
    func signIn(_ password: String, from address: String) async -> HTTPAnswer {
      var context = RequestContext()
      context.address = ClientAddress(address)
      let form = TestServer.decision(TestServer.authorization(), ["password": password])
      return await faults.respond(
        to: HTTPRequest(
          method: .post, scheme: "https", authority: "login.example", path: "/authorize/decision",
          headerFields: [.contentType: "application/x-www-form-urlencoded"]), body: Array(form.formEncoded().utf8),
        context: context)
    }
    for _ in 0..<11 { _ = await signIn("wrong", from: "203.0.113.7") }
    #expect(await signIn(TestServer.password, from: "203.0.113.7").status == 429)
    #expect(await signIn(TestServer.password, from: "198.51.100.20").status == 303)
  }

  @Test func `A fault that had no opportunity stays outstanding`() async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(.wrongAudience)
    // Without `openid` there is no ID token to forge.
    _ = try await server.signIn(scope: "profile")
    #expect(server.faults.outstanding == [.wrongAudience])
    await #expect(throws: (any Error).self) { try await signInWithIDToken(server) }
    #expect(server.faults.outstanding.isEmpty)
  }

  @Test func `A poll in time gets slow_down, once`() async throws {
    let server = try EmbeddedServer()
    func post(_ path: String, _ form: String) async throws -> [String: JSONValue]? {
      let request = HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: path,
        headerFields: [.contentType: "application/x-www-form-urlencoded"])
      let body = Array((form + "client_id=" + EmbeddedServer.clientID).utf8)
      return try JSONValue(bytes: await server.faults.respond(to: request, body: body).body).object
    }
    let device = try #require(try await post("/device_authorization", "")?["device_code"]?.string)
    let poll = "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=\(device)&"
    server.faults.misbehave(.slowDown)
    for expected in ["slow_down", "authorization_pending"] {
      #expect(try await post("/token", poll)?["error"]?.string == expected)
    }
  }

  @Test(arguments: [
    (ServerFault.serverError, 500), (.tooManyRequests, 429), (.redirect, 307), (.errorWithStatus200, 200),
  ])
  func `A fault for every endpoint happens only at the named endpoint`(
    _ fault: ServerFault, _ status: Int
  ) async throws {
    let server = try EmbeddedServer()
    let places = try Self.places(server)
    #expect(Set(places.map(\.endpoint)) == Set(ServerEndpoint.allCases))
    for (endpoint, request) in places {
      server.misbehave(fault, at: endpoint)
      for (other, request) in places where other != endpoint {
        _ = await server.faults.respond(to: request, body: [])
      }
      #expect(server.faults.outstanding == [fault], "\(endpoint)")
      #expect(await server.faults.respond(to: request, body: []).status == status, "\(endpoint)")
      #expect(server.faults.outstanding.isEmpty, "\(endpoint)")
    }
  }

  /// Returns a request to each endpoint.
  private static func places(_ server: EmbeddedServer) throws -> [(endpoint: ServerEndpoint, request: HTTPRequest)] {
    let known = server.faults.server
    let paths = [
      "/.well-known/openid-configuration", "/authorize", "/authorize/decision", "/token", "/userinfo", "/revoke",
      "/introspect", "/jwks", "/device_authorization", "/device", "/device/qr", "/par", "/logout", "/logout/decision",
      "/register", "/register/1", "/openapi.json", "/", "/account", "/account/password",
    ]
    return try paths.map { path in
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
      return (try #require(known.endpointName(for: request).flatMap(ServerEndpoint.init)), request)
    }
  }

  @Test func `The endpoints are those of the server`() throws {
    let names = try EmbeddedServer().faults.server.endpointNames
    #expect(ServerEndpoint.allCases.map(\.rawValue).sorted() == names.sorted())
  }

  @Test func `Half a document is rejected, whichever endpoint sends it`() async throws {
    let server = try EmbeddedServer()
    server.misbehave(.truncatedBody, at: .metadata, times: 2)
    await #expect(throws: DiscoveryError.self) { try await server.client() }
    let client = try await server.client()
    let tokens = try await server.signIn()
    server.misbehave(.truncatedBody, at: .userInfo)
    await #expect(throws: EndpointError(.userInfo, .malformedJSON(.malformed))) {
      try await client.userInfo(tokens.accessToken)
    }
    #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
  }

  @Test func `A test can choose the clients, and the server has every feature that they need`() async throws {
    let secret = Secret("a-secret-of-256-bits-for-this-test")
    let redirectURI = try RedirectURI(EmbeddedServer.redirectURI)
    let server = try EmbeddedServer(
      clients: [
        RegisteredClient(
          id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: secret)),
          redirectURIs: [redirectURI], scope: Scope(["profile"]))
      ], asksForDPoPNonces: true)
    let client = try await server.client(
      "web", authentication: .clientSecretBasic(secret), prover: .generate())
    // PAR, and DPoP with nonces.
    #expect(client.server.pushedAuthorizationRequestEndpoint != nil)
    let tokens = try await client.signIn(scope: Scope(["profile"]), with: server.userAgent)
    #expect(tokens.tokenType == .dpop)
    #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
    // Introspection, sessions and registration.
    #expect(try await client.introspect(tokens.accessToken) != .inactive)
    for name in ["end_session_endpoint", "registration_endpoint", "device_authorization_endpoint"] {
      #expect(client.server.members[name]?.string?.hasPrefix(server.issuer.text) == true, "\(name)")
    }
    let registered = try await ClientRegistration.register(
      .native(name: "Another", redirectURIs: [redirectURI]), at: client.server,
      through: server.transport)
    let another = try await server.client(registered.clientID)
    _ = try await another.signIn(with: server.userAgent)
  }

  @Test func `The user approves a device`() async throws {
    let server = try EmbeddedServer()
    let client = try await server.client()
    let device = try await client.deviceAuthorization(scope: Scope(["profile"]))
    try await server.user.enter(
      userCode: device.userCode, at: device.verificationURI, through: server.transport)
    _ = try await client.tokens(for: device, clock: WaitingClock(server.clock))
  }

  @Test func `The clock starts at the present, and stays where a test sets it`() throws {
    #expect(abs(try EmbeddedServer().clock.now.timeIntervalSinceNow) < 60)
    let moment = Date(timeIntervalSince1970: 1)
    #expect(try EmbeddedServer(clock: ManualClock(moment)).clock.now == moment)
  }

  // RFC 9449 §11.1: a proof from the future is rejected.
  @Test(arguments: [true, false])
  func `A running clock accepts the proofs of a client with a running clock, and a stopped clock doesn't`(
    _ runs: Bool
  ) async throws {
    let machine = ManualClock()
    let clock = ManualClock(machine.now)
    if runs { clock.run(with: machine.monotonicClock) }
    let server = try EmbeddedServer(clock: clock)
    let client = OAuthClient(
      id: EmbeddedServer.clientID, server: try await .discover(server.issuer, through: server.transport),
      prover: try .generate(), transport: server.transport, clock: machine.wallClock)
    machine.advance(by: .seconds(120))
    #expect(clock.now == (runs ? machine.now : machine.now - 120))
    if runs {
      #expect(try await client.signIn(with: server.userAgent).tokenType == .dpop)
    } else {
      await #expect(throws: EndpointError.self) { try await client.signIn(with: server.userAgent) }
    }
  }

  @Test func `A running clock can also be moved and set`() {
    let machine = ManualClock()
    let clock = ManualClock(Date(timeIntervalSince1970: 0))
    clock.advance(by: .seconds(1))
    clock.run(with: machine.monotonicClock)
    machine.advance(by: .seconds(2))
    clock.run(with: machine.monotonicClock)
    machine.advance(by: .seconds(4))
    clock.advance(by: .seconds(8))
    clock.jump(by: .seconds(-16))
    #expect(clock.now.timeIntervalSince1970 == -1 && clock.monotonicClock.now() == .seconds(15))
  }

  @Test func `A test can change the server's settings`() async throws {
    let server = try EmbeddedServer { $0.registration = .closed }
    #expect(try await server.client().server.members["registration_endpoint"] == nil)
  }

  @Test func `Every fault has its own name`() {
    #expect(Set(ServerFault.allCases.map(\.rawValue)).count == ServerFault.allCases.count)
    #expect(ServerFault(rawValue: "slow_down") == .slowDown)
  }
}
