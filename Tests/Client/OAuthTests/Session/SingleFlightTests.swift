import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// One request for any number of callers.
@Suite(.covers("RFC 6749 §6"), .timeLimit(.minutes(60))) struct SingleFlightTests {
  // In some clients each of several callers refreshes after a 401, and the second one's rotated
  // token is already spent.
  @Test func `A thousand tasks at expiry cause one refresh, and all get its token`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let begun = Gate()
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          begun.arrive()
          return try await signedIn.session.accessToken()
        }
      }
      await gate.arrived()
      await begun.arrived(1_000)
      // They have begun, and a caller that sends its own request would not be held back.
      for _ in 0..<1_000 { await Task.yield() }
      gate.open()
      return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
    }
    #expect(signedIn.attempts == 1 && signedIn.refreshes == 1)
    let stored = try #require(try await signedIn.stored)
    #expect(tokens == [stored.accessToken] && stored.accessToken != signedIn.first.accessToken)
    #expect(await signedIn.isGood(stored.accessToken))
  }

  @Test func `Expiry and a resource's rejection together cause one refresh`() async throws {
    let signedIn = try await SignedIn()
    // Revoked early: the resource rejects it, and by the wall clock it is also about to expire.
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo", times: 50)
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let request = try Endpoint(SignedIn.issuer + "/userinfo").request(.get)
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          let answer = try await signedIn.session.send(request)
          #expect(answer.response.status == .ok)
        }
      }
      await gate.arrived()
      signedIn.clock.advance(by: .seconds(3_590))
      for _ in 0..<50 { group.addTask { _ = try await signedIn.session.accessToken() } }
      gate.open()
      try await group.waitForAll()
    }
    #expect(signedIn.attempts == 1)
  }

  @Test func `A task that is cancelled stops waiting at once, and the refresh goes on`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let impatient = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    let patient = Task { try await signedIn.session.accessToken() }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    gate.open()
    let token = try await patient.value
    #expect(try await signedIn.stored?.accessToken == token)
    #expect(signedIn.attempts == 1)
  }

  @Test func `If all waiting tasks are cancelled, the new tokens are stored nevertheless`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    var changes = signedIn.session.changes.makeAsyncIterator()
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let waiting = (0..<10).map { _ in Task { try await signedIn.session.accessToken() } }
    await gate.arrived()
    for task in waiting { task.cancel() }
    for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
    gate.open()
    guard case .renewed(let renewed) = await changes.next() else {
      Issue.record("no new tokens")
      return
    }
    #expect(try await signedIn.stored == renewed)
    #expect(try await signedIn.session.accessToken() == renewed.accessToken)
    #expect(signedIn.attempts == 1)
  }

  // Two processes may refresh at once.
  @Test func `Sessions that share a store take turns, and later ones use the tokens of the first`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let sessions = (0..<20).map { _ in signedIn.another() }
    let before = store.askedForLock
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for session in sessions { group.addTask { try await session.accessToken() } }
      await gate.arrived()
      // All of them need a refresh.
      while store.askedForLock < before + 20, !Task.isCancelled { await Task.yield() }
      gate.open()
      return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
    }
    #expect(tokens.count == 1 && signedIn.attempts == 1)
  }

  @Test func `A rejected token is not refreshed again if another session has replaced it`() async throws {
    let signedIn = try await SignedIn()
    let other = signedIn.another()
    _ = try await other.accessToken()
    signedIn.clock.advance(by: .seconds(1_000))
    let renewed = try await signedIn.session.accessToken(validFor: .seconds(2_700))
    #expect(try await other.accessToken() == signedIn.first.accessToken)
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo")
    let answer = try await other.send(Endpoint(SignedIn.issuer + "/userinfo").request(.get))
    #expect(answer.response.status == .ok && signedIn.attempts == 1)
    #expect(try await other.accessToken() == renewed)
  }

  @Test func `A server whose tokens expire at once is asked once for all waiting tasks`() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let transport = FaultyTransport(
      ScriptedTransport(Fixture.tokens(["expires_in": 0]), Fixture.tokens(["expires_in": 0])))
    transport.fail(next: .slow(until: gate), at: "/token")
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: Secret("rt-1"), receivedAt: clock.now, expiresIn: .zero),
      for: account)
    let session = TokenSession(
      account: account, client: try Fixture.client(transport, clock: clock), store: store,
      monotonic: clock.monotonicClock)
    let begun = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          begun.arrive()
          let token = try await session.accessToken()
          #expect(token == Secret("at-12345"))
        }
      }
      await gate.arrived()
      await begun.arrived(100)
      for _ in 0..<1_000 { await Task.yield() }
      gate.open()
      try await group.waitForAll()
    }
    #expect(transport.requests(to: "/token") == 1)
  }

  @Test func `A task that is cancelled before it asks causes no request`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await signedIn.session.accessToken()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(signedIn.attempts == 0)
  }
}
