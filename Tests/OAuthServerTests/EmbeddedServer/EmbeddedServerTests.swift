import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Synchronization
import Testing

/// The test kit, as tests of OAuth code use it: Pixy's own client meets each fault by name.
@Suite struct EmbeddedServerTests {
  private func signInWithIDToken(_ server: EmbeddedServer) async throws -> SignedIn {
    try await OpenIDClient(server.client(), algorithms: [.es256]).signIn(with: server.userAgent)
  }

  @Test func `Two lines sign a person in`() async throws {
    let server = try EmbeddedServer()
    let tokens = try await server.signIn(scope: "openid profile")
    #expect(tokens.refreshToken != nil)
    #expect(try await signInWithIDToken(server).idToken.claims["sub"] != nil)
  }

  @Test func `A person may refuse`() async throws {
    let server = try EmbeddedServer(agrees: false)
    await #expect(throws: CallbackError.self) { try await server.signIn() }
  }

  @Test func `Time passes when the test says so`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(accessToken: .seconds(60)))
    let client = try await server.client()
    let tokens = try await server.signIn()
    _ = try await client.userInfo(tokens.accessToken)
    server.clock.advance(by: .seconds(61))
    await #expect(throws: (any Error).self) { try await client.userInfo(tokens.accessToken) }
  }

  @Test(arguments: [
    ServerFault.wrongIssuer, .wrongAudience, .expiredIDToken, .skewedIDToken, .keyRotatedAway,
  ])
  func `A client refuses an ID token that isn't right, and takes the next one`(_ fault: ServerFault) async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(fault)
    await #expect(throws: (any Error).self) { try await signInWithIDToken(server) }
    #expect(server.faults.outstanding.isEmpty)
    _ = try await signInWithIDToken(server)
  }

  @Test func `A client refuses an answer in another server's name`() async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(.wrongIssuerInCallback)
    await #expect(throws: (any Error).self) { try await server.signIn() }
  }

  @Test(arguments: [
    ServerFault.serverError, .tooManyRequests, .truncatedBody, .redirectFromTokenEndpoint, .errorWithStatus200,
    .nonceChurn,
  ])
  func `A client reports what the token endpoint gets wrong`(_ fault: ServerFault) async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(fault, times: .max)
    await #expect(throws: (any Error).self) { try await server.signIn() }
    server.faults.behave()
    _ = try await server.signIn()
  }

  @Test func `An answer lost after rotation leaves the client with a spent token`() async throws {
    let server = try EmbeddedServer()
    let client = try await server.client()
    let first = try #require(try await server.signIn().refreshToken)
    server.faults.misbehave(.answerLostAfterRotation)
    await #expect(throws: (any Error).self) { try await client.refresh(first) }
    await #expect(throws: TokenError.self) { try await client.refresh(first) }
  }

  @Test func `Somebody who used the refresh token before ends the grant`() async throws {
    let server = try EmbeddedServer()
    let client = try await server.client()
    let tokens = try await server.signIn()
    server.faults.misbehave(.rotationReuse)
    await #expect(throws: TokenError.self) { try await client.refresh(try #require(tokens.refreshToken)) }
    await #expect(throws: (any Error).self) { try await client.userInfo(tokens.accessToken) }
  }

  @Test func `A server that hangs answers when it is told to behave, or when nobody waits any more`() async throws {
    let server = try EmbeddedServer()
    for gives in [{ (_: Task<TokenResponse, any Error>) in server.faults.behave() }, { $0.cancel() }] {
      let isAnswered = Mutex(false)
      server.faults.misbehave(.hang)
      let waiting = Task {
        defer { isAnswered.withLock { $0 = true } }
        return try await server.signIn()
      }
      while !server.faults.outstanding.isEmpty { await Task.yield() }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(isAnswered.withLock { !$0 }, "it was answered at once")
      gives(waiting)
      _ = await waiting.result
    }
    _ = try await server.signIn()
  }

  @Test func `The server behind the faults is told what is known about the connection`() async throws {
    let test = try TestServer(signInAttempts: InMemorySignInAttemptStore())
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

  @Test func `A fault that had no occasion is still to come`() async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(.wrongAudience)
    // Without openid there is no ID token to forge.
    _ = try await server.signIn(scope: "profile")
    #expect(server.faults.outstanding == [.wrongAudience])
    await #expect(throws: (any Error).self) { try await signInWithIDToken(server) }
    #expect(server.faults.outstanding.isEmpty)
  }

  @Test func `A poll in time is told to slow down, once`() async throws {
    let server = try EmbeddedServer()
    func post(_ path: String, _ form: String) async throws -> [String: JSONValue]? {
      let request = HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: path,
        headerFields: [.contentType: "application/x-www-form-urlencoded"])
      let body = Array((form + "client_id=" + EmbeddedServer.clientID).utf8)
      return try JSONValue(octets: await server.faults.respond(to: request, body: body).body).object
    }
    let device = try #require(try await post("/device_authorization", "")?["device_code"]?.string)
    let poll = "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=\(device)&"
    server.faults.misbehave(.slowDown)
    for expected in ["slow_down", "authorization_pending"] {
      #expect(try await post("/token", poll)?["error"]?.string == expected)
    }
  }

  @Test func `A device without interval waits five seconds`() async throws {
    let server = try EmbeddedServer()
    server.faults.misbehave(.missingInterval)
    let answer = try await server.client().deviceAuthorization(scope: Scope(["profile"]))
    #expect(answer.interval == .seconds(5))
    #expect(server.faults.outstanding.isEmpty)
  }

  @Test func `Every fault has a name of its own`() {
    #expect(Set(ServerFault.allCases.map(\.rawValue)).count == ServerFault.allCases.count)
    #expect(ServerFault(rawValue: "slow_down") == .slowDown)
  }
}
