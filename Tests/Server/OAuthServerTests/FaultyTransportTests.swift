import HTTPTypes
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct FaultyTransportTests {
  let test: TestServer
  let transport: FaultyTransport

  init() throws {
    test = try TestServer()
    transport = FaultyTransport(InProcessTransport(test.server))
  }

  private func refresh(_ token: String?) async throws -> HTTPAnswer {
    try await transport.send(
      HTTPRequest(
        method: .post, scheme: "https", authority: "login.example", path: "/token?x=/revoke",
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array(TestServer.refreshment(try #require(token)).formEncoded().utf8), limits: HTTPLimits())
  }

  @Test func `Without planned faults every answer passes unchanged, and requests are counted`() async throws {
    let tokens = try TokenAnswer(await refresh(test.tokens().refresh))
    _ = try TokenAnswer(await refresh(tokens.refresh))
    #expect(transport.requests(to: "/token") == 2 && transport.handled(at: "/token") == 2)
    #expect(transport.requests(to: "") == 2 && transport.requests(to: "/revoke") == 0)
    transport.fail(next: .serverError, at: "/revoke")
    transport.fail(next: .serverError, at: "/token", times: 0)
    _ = try TokenAnswer(await refresh(test.tokens().refresh))
    #expect(transport.outstanding.map(\.description) == ["status 500"])
  }

  @Test(arguments: [
    (Fault.droppedBefore, HTTPTransportError.Kind.connectionFailed, false), (.droppedAfter, .brokenAnswer, true),
    (.timedOutBefore, .timedOut, false), (.timedOutAfter, .timedOut, true), (.untrusted, .tlsFailed, false),
    (.droppedBefore.handled, .connectionFailed, true), (.droppedAfter.unhandled, .brokenAnswer, false),
  ])
  func `A broken exchange is an error, and the token is spent only if the server handled the request`(
    _ fault: Fault, _ kind: HTTPTransportError.Kind, _ isHandled: Bool
  ) async throws {
    let token = try await test.tokens().refresh
    transport.fail(next: fault, at: "/token")
    let error = await #expect(throws: HTTPTransportError.self) { try await refresh(token) }
    #expect(error?.kind == kind && error?.origin == "https://login.example")
    #expect(transport.requests(to: "/token") == 1 && transport.handled(at: "/token") == (isHandled ? 1 : 0))
    #expect(transport.outstanding.isEmpty)
    // The server's state: a spent token ends the grant, and an unhandled one is still valid.
    #expect(try await refresh(token).status == (isHandled ? 400 : 200))
  }

  @Test(
    arguments: [
      (Fault.serverError, 500, nil), (.unavailablePage, 503, nil), (.tooManyRequests(retryAfter: 7), 429, nil),
      (.tooManyRequests(retryAfter: nil), 429, nil), (.redirect, 307, nil), (.invalidGrant, 400, "invalid_grant"),
      (.temporarilyUnavailable, 503, "temporarily_unavailable"), (.errorWithStatus200, 200, "invalid_request"),
      (.invalidToken, 401, "invalid_token"), (.nonceWanted, 400, "use_dpop_nonce"), (.nonceWantedByResource, 401, nil),
      (.status(418), 418, nil), (.refusal(.slowDown), 400, "slow_down"),
    ] as [(Fault, Int, String?)])
  func `An invented refusal leaves the token valid unless the server handled the request`(
    _ fault: Fault, _ status: Int, _ error: String?
  ) async throws {
    let token = try await test.tokens().refresh
    transport.fail(next: fault, at: "/token")
    let answer = try await refresh(token)
    #expect(answer.status == status && answer.error == error)
    #expect(transport.handled(at: "/token") == 0)
    transport.fail(next: fault.handled, at: "/token")
    #expect(try await refresh(token).status == status)
    #expect(transport.handled(at: "/token") == 1)
    #expect(try await refresh(token).error == "invalid_grant")
  }

  @Test func `Invented answers carry the header fields that clients act on`() async throws {
    let token = try await test.tokens().refresh
    transport.fail(next: .tooManyRequests(retryAfter: 7), at: "/token")
    transport.fail(next: .tooManyRequests(retryAfter: nil), at: "/token")
    transport.fail(next: .redirect, at: "/token")
    transport.fail(next: .nonceWanted, at: "/token", times: 2)
    transport.fail(next: .nonceWantedByResource, at: "/token")
    #expect(try await refresh(token).field("Retry-After") == "7")
    #expect(try await refresh(token).field("Retry-After") == nil)
    #expect(try await refresh(token).field("Location")?.hasPrefix("https://elsewhere.example/token") == true)
    let nonces = [try await refresh(token), try await refresh(token), try await refresh(token)].map {
      $0.field("DPoP-Nonce")
    }
    #expect(Set(nonces).count == 3 && !nonces.contains(nil))
    #expect(transport.outstanding.isEmpty)
  }

  @Test(arguments: [Fault.garbage, .truncated, .empty, .wrongContentType])
  func `A mangled answer is an error for the client, and the server has handled the request`(_ fault: Fault)
    async throws
  {
    let token = try #require(try await test.tokens().refresh)
    let client = OAuthClient(
      id: "app", server: test.server.configuration.tokenServer, transport: transport, logger: test.log.logger())
    transport.fail(next: fault, at: "/token")
    await #expect(throws: EndpointError.self) { try await client.refresh(Secret(token)) }
    #expect(transport.handled(at: "/token") == 1)
    transport.fail(next: fault.unhandled, at: "/token")
    _ = try await refresh(token)
    #expect(transport.handled(at: "/token") == 1)
  }

  @Test func `A delayed answer arrives when the test releases it, after the server has handled the request`()
    async throws
  {
    let token = try await test.tokens().refresh
    let gate = Gate()
    transport.fail(next: .slow(until: gate), at: "/token")
    async let answer = refresh(token)
    await gate.arrived()
    #expect(transport.handled(at: "/token") == 1)
    gate.open()
    _ = try TokenAnswer(try await answer)
  }

  @Test func `A delayed request reaches the server when the test releases it`() async throws {
    let token = try await test.tokens().refresh
    let gate = Gate()
    transport.fail(next: .slow(until: gate).unhandled, at: "/token")
    transport.fail(next: .timedOutBefore.held(by: gate), at: "/token")
    let both = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<2 { group.addTask { (try? await refresh(token))?.status == 200 } }
      await gate.arrived(2)
      #expect(transport.handled(at: "/token") == 0 && gate.arrivals == 2)
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(both.count { $0 } == 1)
    try await gate.pass()
  }

  @Test func `Cancelling a task ends its delay, before and during the wait`() async throws {
    let gate = Gate()
    let waiting = Task { try await gate.pass() }
    await gate.arrived()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      try await gate.pass()
    }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test func `Faults happen in their planned order, and heal removes them`() async throws {
    let token = try await test.tokens().refresh
    transport.fail(next: .status(500), times: 2) { $0.method == .post }
    transport.fail(next: .status(502), at: "/token", times: .max)
    var seen: [Int] = []
    for _ in 0..<5 { seen.append(try await refresh(token).status) }
    #expect(seen == [500, 500, 502, 502, 502])
    #expect(transport.outstanding.map(\.description) == ["status 502"])
    transport.heal()
    #expect(transport.outstanding.isEmpty)
    #expect(try await refresh(token).status == 200)
  }
}

extension AuthorizationServerConfiguration {
  /// The server's address and endpoints that a client needs for a refresh.
  fileprivate var tokenServer: AuthorizationServerMetadata {
    AuthorizationServerMetadata(
      issuer: issuer, authorizationEndpoint: authorizationEndpoint, tokenEndpoint: tokenEndpoint)
  }
}
