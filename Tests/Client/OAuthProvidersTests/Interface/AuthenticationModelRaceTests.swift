import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

@MainActor @Suite(.timeLimit(.minutes(60))) struct AuthenticationModelRaceTests {
  private static let ada = "signedIn: Ada Lovelace"

  @Test(arguments: [false, true])
  func `A result after cancel changes nothing, and nothing is stored`(isUnstoppable: Bool) async throws {
    let fixture = try SignInFixture()
    let gate = Gate()
    let model = AuthenticationModel(
      service: fixture.service,
      userAgent: isUnstoppable ? fixture.userAgent.unstoppable(until: gate) : fixture.userAgent.held(by: gate))
    let recorder = StateRecorder(model)
    let signIn = Task { await model.signIn() }
    await gate.arrived()
    model.cancel()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    gate.open()
    await signIn.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    #expect(try await fixture.store.accounts().isEmpty)
    model.cancel()
    #expect(recorder.states.count == 3)
  }

  @Test func `A cancel after the tokens were stored signs the user out`() async throws {
    let gate = Gate()
    let fixture = try SignInFixture(in: LateTokenStore(gate: gate))
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    let signIn = Task { await model.signIn() }
    await gate.arrived()
    model.cancel()
    gate.open()
    await signIn.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    #expect(try await fixture.store.accounts().isEmpty)
    await model.restore()
    #expect(model.state.word == "signedOut")
  }

  @Test func `A sign-in directly after cancel is independent of the cancelled one`() async throws {
    let fixture = try SignInFixture()
    let (first, second) = (Gate(), Gate())
    let visits = Gate()
    let agent = StagedUserAgent(browser: fixture.userAgent) {
      visits.arrive()
      if visits.arrivals == 1 { return await Task { try? await first.pass() }.value }
      try await second.pass()
    }
    let model = AuthenticationModel(service: fixture.service, userAgent: agent)
    let recorder = StateRecorder(model)
    let late = Task { await model.signIn() }
    await first.arrived()
    model.cancel()
    let signIn = Task { await model.signIn() }
    await second.arrived()
    // The first browser returns while the second one is open.
    first.open()
    await late.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut", "signingIn"])
    #expect(try await fixture.store.accounts().isEmpty)
    second.open()
    await signIn.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut", "signingIn", Self.ada])
    #expect(try await fixture.service.session() != nil)
  }

  // Peers start parallel sign-ins for one account instead of one.
  @Test func `A second sign-in or a restore does nothing during a sign-in`() async throws {
    let fixture = try SignInFixture()
    let gate = Gate()
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent.held(by: gate))
    let recorder = StateRecorder(model)
    let signIn = Task { await model.signIn() }
    await gate.arrived()
    await model.signIn()
    await model.restore()
    #expect(gate.arrivals == 1)
    #expect(recorder.states == ["signedOut", "signingIn"])
    gate.open()
    await signIn.value
    #expect(recorder.states == ["signedOut", "signingIn", Self.ada])
  }

  @Test func `No browser opens during a restore`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let (gate, opened) = (Gate(), Gate())
    fixture.transport.fail(next: .slow(until: gate), at: "/people/me")
    let agent = StagedUserAgent(browser: fixture.userAgent) { opened.arrive() }
    let model = AuthenticationModel(service: fixture.service, userAgent: agent)
    let restore = Task { await model.restore() }
    await gate.arrived()
    await model.signIn()
    gate.open()
    await restore.value
    #expect(opened.arrivals == 0)
    #expect(model.state.word == Self.ada)
  }

  @Test func `A cancelled restore leaves the user signed in, and a second one shows the user`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let gate = Gate()
    fixture.transport.fail(next: .slow(until: gate), at: "/people/me")
    let model = AuthenticationModel(service: fixture.service, userAgent: fixture.userAgent)
    let recorder = StateRecorder(model)
    let restore = Task { await model.restore() }
    await gate.arrived()
    model.cancel()
    gate.open()
    await restore.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    await model.restore()
    #expect(model.state.word == Self.ada)
  }

  @Test(arguments: [false, true])
  func `A sign-out ends the sign-in that is under way`(isUnstoppable: Bool) async throws {
    let fixture = try SignInFixture()
    let gate = Gate()
    let model = AuthenticationModel(
      service: fixture.service,
      userAgent: isUnstoppable ? fixture.userAgent.unstoppable(until: gate) : fixture.userAgent.held(by: gate))
    let recorder = StateRecorder(model)
    let signIn = Task { await model.signIn() }
    await gate.arrived()
    await model.signOut()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    gate.open()
    await signIn.value
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut"])
    #expect(try await fixture.store.accounts().isEmpty)
  }

  @Test func `During a sign-out nothing else begins, and cancel doesn't stop it`() async throws {
    let fixture = try SignInFixture()
    let (gate, opened) = (Gate(), Gate())
    let agent = StagedUserAgent(browser: fixture.userAgent) { opened.arrive() }
    let model = AuthenticationModel(service: fixture.service, userAgent: agent)
    await model.signIn()
    let recorder = StateRecorder(model)
    fixture.transport.fail(next: .slow(until: gate), at: "/revoke")
    let leaving = Task { await model.signOut() }
    await gate.arrived()
    await model.signIn()
    await model.restore()
    model.cancel()
    let again = Task { await model.signOut() }
    #expect(recorder.states == [Self.ada])
    #expect(opened.arrivals == 1)
    gate.open()
    for outcome in [await leaving.value, await again.value] {
      guard case .revoked? = outcome else {
        Issue.record("a sign-out that revoked the tokens reported \(String(describing: outcome))")
        continue
      }
    }
    #expect(recorder.states == [Self.ada, "signedOut"])
    #expect(try await fixture.store.accounts().isEmpty)
    await model.signIn()
    #expect(model.state.word == Self.ada)
  }

  @Test func `The end of the previous user's session doesn't affect a sign-in that is under way`() async throws {
    let fixture = try SignInFixture()
    let gate = Gate()
    let visits = Gate()
    let agent = StagedUserAgent(browser: fixture.userAgent) {
      visits.arrive()
      if visits.arrivals == 2 { try await gate.pass() }
    }
    let model = AuthenticationModel(service: fixture.service, userAgent: agent)
    await model.signIn()
    let recorder = StateRecorder(model)
    let signIn = Task { await model.signIn() }
    await gate.arrived()
    try await fixture.service.signOut()
    for _ in 0..<100 { await Task.yield() }
    #expect(recorder.states == [Self.ada, "signingIn"])
    gate.open()
    await signIn.value
    #expect(recorder.states == [Self.ada, "signingIn", Self.ada])
  }
}

/// A store that holds calls of `setCurrentAccount`, even in a cancelled task: the sign-in has
/// stored its tokens by then.
private struct LateTokenStore: TokenStore {
  let gate: Gate
  let store = MemoryTokenStore()

  var location: StorageLocation { store.location }

  func tokens(for account: Account) -> StoredTokens? { store.tokens(for: account) }
  func save(_ tokens: StoredTokens, for account: Account) { store.save(tokens, for: account) }
  func delete(_ account: Account) { store.delete(account) }
  func accounts() -> [Account] { store.accounts() }
  func currentAccount(of provider: String) -> Account? { store.currentAccount(of: provider) }

  func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    await Task { try? await gate.pass() }.value
    try store.setCurrentAccount(account)
  }

  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await store.withLock(on: account, body)
  }
}
