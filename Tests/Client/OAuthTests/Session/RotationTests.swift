import Evidence
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// New tokens are stored before any caller gets them, and nothing stored is lost.
@Suite(.timeLimit(.minutes(60))) struct RotationTests {
  // Some clients publish a rotated token before they store it, and lose it if the process dies in
  // between. Many report no change of the tokens.
  @Test func `No caller and no listener gets a token before it is stored`() async throws {
    let gate = Gate()
    let isFirst = Mutex(true)
    let store = WatchedStore { _ in
      // The save of the sign-in isn't held back.
      if isFirst.withLock({ isFirst in
        defer { isFirst = false }; return isFirst
      }) {
        return
      }
      try? await gate.pass()
    }
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    let given = Mutex(false)
    var changes = signedIn.session.changes.makeAsyncIterator()
    let waiting = Task {
      let token = try await signedIn.session.accessToken()
      given.withLock { $0 = true }
      return token
    }
    await gate.arrived()
    #expect(try await signedIn.stored == signedIn.first)
    for _ in 0..<1_000 { await Task.yield() }
    #expect(!given.withLock { $0 })
    gate.open()
    let token = try await waiting.value
    #expect(try await signedIn.stored?.accessToken == token)
    guard case .renewed(let renewed) = await changes.next() else {
      Issue.record("nothing was said")
      return
    }
    #expect(renewed.accessToken == token)
  }

  @Test func `A rotated refresh token takes the old one's place, again and again`() async throws {
    let signedIn = try await SignedIn()
    var seen: Set<Secret> = []
    for _ in 0..<20 {
      signedIn.expire()
      #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
      seen.insert(try #require(try await signedIn.stored?.refreshToken))
    }
    #expect(seen.count == 20 && signedIn.refreshes == 20)
  }

  // Some clients drop the old refresh token if a refresh answer has none.
  @Test(.covers("Google: refresh answers have no refresh token", "Okta: refresh tokens may rotate"))
  func `What the answer leaves out stays as it was`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(
      Fixture.tokens(["access_token": "at-2", "expires_in": 60]),
      Fixture.tokens(["access_token": "at-3", "refresh_token": "rt-2", "scope": "a", "id_token": "new"]))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    let before = StoredTokens(
      accessToken: Secret("at-1"), refreshToken: Secret("rt-1"), receivedAt: clock.now, expiresIn: .seconds(60),
      scope: try Scope(["a", "b"]), additionalMembers: ["id_token": "old", "other": 1])
    store.save(before, for: account)
    let session = TokenSession(
      account: account, client: try Fixture.client(transport, clock: clock), store: store,
      monotonic: clock.monotonicClock)
    clock.advance(by: .seconds(60))
    #expect(try await session.accessToken() == Secret("at-2"))
    var expected = before
    expected.accessToken = Secret("at-2")
    expected.receivedAt = clock.now
    #expect(store.tokens(for: account) == expected)

    clock.advance(by: .seconds(60))
    #expect(try await session.accessToken() == Secret("at-3"))
    expected = StoredTokens(
      accessToken: Secret("at-3"), refreshToken: Secret("rt-2"), receivedAt: clock.now, scope: try Scope(["a"]),
      additionalMembers: ["id_token": "new", "other": 1])
    #expect(store.tokens(for: account) == expected)
    #expect(try transport.exchanges.map { try $0.form.single("refresh_token") } == ["rt-1", "rt-1"])
  }

  // Members that programs store with the tokens decide where tokens go and which files are read. A
  // server must not set them.
  @Test func `A server can't set the members that programs store with the tokens`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(
      Fixture.tokens(["access_token": "at-2", "pixy_account": "from the server", "pixy_new": 1, "other": 2]))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: Secret("rt-1"), receivedAt: clock.now, expiresIn: .seconds(60),
        additionalMembers: ["pixy_account": "ours", "other": 1]), for: account)
    let client = try Fixture.client(transport, clock: clock)
    let session = TokenSession(account: account, client: client, store: store, monotonic: clock.monotonicClock)
    clock.advance(by: .seconds(60))
    #expect(try await session.accessToken() == Secret("at-2"))
    #expect(store.tokens(for: account)?.additionalMembers == ["pixy_account": "ours", "other": 2])

    let response = TokenResponse(
      accessToken: Secret("at-3"), tokenType: .bearer, refreshToken: nil, expiresIn: nil, scope: nil,
      receivedAt: clock.now, additionalMembers: ["pixy_account": "x", "id_token": "y"])
    try await session.save(response)
    #expect(store.tokens(for: account)?.additionalMembers == ["id_token": "y"])
  }

  // A locked store must not lose the new refresh token.
  @Test func `Tokens that couldn't be stored are stored by the next call, without another request`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    store.failSaves(.full)
    for _ in 0..<3 {
      let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
      #expect(error?.code == "tokens_not_stored" && error?.category == .system)
    }
    store.failSaves(nil)
    let token = try await signedIn.session.accessToken()
    #expect(try await signedIn.stored?.accessToken == token)
    #expect(signedIn.attempts == 1)
    #expect(await signedIn.isGood(token))
    signedIn.expire()
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }

  @Test func `While the new token can't be stored, callers get the old one until it expires`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.clock.advance(by: .seconds(3_570))
    store.failSaves(.readOnly)
    #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken)
    store.failSaves(nil)
    #expect(try await signedIn.session.accessToken() != signedIn.first.accessToken)
    #expect(signedIn.attempts == 1)
  }

  @Test func `Tokens that couldn't be stored don't overwrite those of a later sign-in`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    store.failSaves(.full)
    _ = try? await signedIn.session.accessToken()
    store.failSaves(nil)
    var later = signedIn.first
    later.accessToken = Secret("later")
    later.refreshToken = Secret("later-refresh")
    later.receivedAt = signedIn.clock.now
    try await store.save(later, for: signedIn.account)
    #expect(try await signedIn.session.accessToken() == Secret("later"))
    #expect(try await signedIn.stored == later)
  }

  @Test(arguments: [TokenStoreError.Kind.locked, .timedOut, .absent, .damaged])
  func `A store that can't be read spends no refresh token`(_ kind: TokenStoreError.Kind) async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.clock.advance(by: .seconds(3_570))
    store.failReads(kind)
    #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken)
    signedIn.expire()
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "token_store_unusable" && error?.category != .signInNeeded)
    #expect(signedIn.attempts == 0)
    store.failReads(nil)
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }

  // Some clients find out that the disk is full when the old refresh token is spent.
  @Test func `A store that can't save now is found out before the refresh token is spent`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    store.failPreparations(.full)
    await #expect {
      try await signedIn.session.accessToken()
    } throws: { error in
      if case TokenSessionError.storage(let cause) = error { cause.kind == .full } else { false }
    }
    #expect(signedIn.attempts == 0)
    #expect(try await signedIn.stored == signedIn.first)
    store.failPreparations(nil)
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }
}
