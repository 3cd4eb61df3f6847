import Foundation
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import PKCE
import Synchronization
import Testing

@testable import TokenStorage

/// A sign-out and the next user's sign-in, while a refresh of the previous user hangs.
@MainActor @Suite(.timeLimit(.minutes(60))) struct NextUserServiceTests {
  private static let grace = LookAlikeUser(
    id: "1906", username: "grace", password: Secret("hopper"), name: "Grace Hopper")

  /// A file store, opened again by each process.
  private static func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  private static func store(_ isFile: Bool) throws -> @Sendable () throws -> any TokenStore {
    guard isFile else {
      let store = MemoryTokenStore()
      return { store }
    }
    let folder = try folder()
    return {
      // The next user signs in beside thousands of tests, while the sign-out waits for the lock.
      try FileTokenStore(
        folder: folder + "/tokens", key: .keyFile(folder + "/key"), random: SystemRandomSource(),
        calls: SystemFileCalls(), patience: .seconds(3_600))
    }
  }

  private static func yield() async { for _ in 0..<1_000 { await Task.yield() } }

  private func expectOnlyGrace(_ fixture: SignInFixture, _ service: SignInService) async throws {
    #expect(try await fixture.currentAccount()?.name == "1906")
    #expect(try await fixture.store.accounts().map(\.name) == ["1906"])
    #expect(try await service.session()?.account.name == "1906")
    #expect(try await service.restore()?.name == "Grace Hopper")
    #expect(try await fixture.nextStart().restore()?.name == "Grace Hopper")
  }

  @Test(arguments: [false, true], [false, true])
  func `A refresh that hangs doesn't bring the previous user back`(isFile: Bool, isElsewhere: Bool) async throws {
    let open = try Self.store(isFile)
    let fixture = try SignInFixture(in: open())
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_601))
    // The service that refreshes: this one, or that of another process.
    let refreshing = isElsewhere ? SignInService(fixture.client, store: try open()) : fixture.service
    let gate = Gate()
    fixture.transport.fail(next: .slow(until: gate), at: "/token")
    let late = Task { try await refreshing.restore() }
    await gate.arrived()
    let leaving = Task { try await fixture.service.signOut() }
    await Self.yield()
    let browser = try fixture.change(to: Self.grace)
    _ = try await fixture.service.signIn(with: browser)
    gate.open()
    _ = try await leaving.value
    // The late restore finds no user, or the present one, but never the previous one.
    if let profile = try? await late.value { #expect(profile.name == "Grace Hopper") }
    await Self.yield()
    try await expectOnlyGrace(fixture, fixture.service)
  }

  @Test func `A restore whose profile comes late returns the present user`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let gate = Gate()
    fixture.transport.fail(next: .slow(until: gate), at: "/people/me")
    let late = Task { try await fixture.service.restore() }
    await gate.arrived()
    let browser = try fixture.change(to: Self.grace)
    _ = try await fixture.service.signIn(with: browser)
    gate.open()
    #expect(try await late.value?.name == "Grace Hopper")
  }

  @Test(arguments: [false, true])
  func `The model shows the next user only, although a refresh hung at the sign-out`(isFile: Bool) async throws {
    let open = try Self.store(isFile)
    let fixture = try SignInFixture(in: open())
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_601))
    let service = fixture.nextStart()
    let gate = Gate()
    let agent = try ChangingUserAgent(fixture.userAgent)
    let model = AuthenticationModel(service: service, userAgent: agent)
    let recorder = StateRecorder(model)
    fixture.transport.fail(next: .slow(until: gate), at: "/token")
    let restore = Task { await model.restore() }
    await gate.arrived()
    let leaving = Task { await model.signOut() }
    await Self.yield()
    agent.change(to: try fixture.change(to: Self.grace))
    gate.open()
    _ = await leaving.value
    await restore.value
    await model.signIn()
    await Self.yield()
    #expect(recorder.states == ["signedOut", "signingIn", "signedOut", "signingIn", "signedIn: Grace Hopper"])
    try await expectOnlyGrace(fixture, service)
  }

  @Test(arguments: [false, true])
  func `A sign-in that was cancelled too late ends itself, not the next one`(isSameUser: Bool) async throws {
    let store = SlowStore()
    let fixture = try SignInFixture(in: store)
    let agent = try ChangingUserAgent(fixture.userAgent)
    let model = AuthenticationModel(service: fixture.service, userAgent: agent)
    let gate = Gate()
    store.holdNextChange(at: gate)
    let late = Task { await model.signIn() }
    await gate.arrived()
    model.cancel()
    if !isSameUser { agent.change(to: try fixture.change(to: Self.grace)) }
    let next = Task { await model.signIn() }
    await Self.yield()
    gate.open()
    await late.value
    await next.value
    await Self.yield()
    let name = isSameUser ? "Ada Lovelace" : "Grace Hopper"
    #expect(model.state.word == "signedIn: " + name)
    #expect(try await fixture.store.accounts().count == 1)
    #expect(try await fixture.nextStart().restore()?.name == name)
  }
}

/// A browser whose person a test can replace.
private final class ChangingUserAgent: UserAgent {
  private let browser: Mutex<SimulatedUserAgent>

  init(_ browser: SimulatedUserAgent) throws {
    self.browser = Mutex(browser)
  }

  func change(to other: SimulatedUserAgent) {
    browser.withLock { $0 = other }
  }

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    try await browser.withLock { $0 }.authorize(attempt)
  }
}

/// A memory store that delays a change of the current account.
private final class SlowStore: TokenStore {
  private let store = MemoryTokenStore()
  private let gate = Mutex<Gate?>(nil)

  func holdNextChange(at gate: Gate) { self.gate.withLock { $0 = gate } }

  var location: StorageLocation { store.location }
  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? { store.tokens(for: account) }
  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    store.save(tokens, for: account)
  }
  func delete(_ account: Account) async throws(TokenStoreError) { store.delete(account) }
  func accounts() async throws(TokenStoreError) -> [Account] { store.accounts() }
  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    store.currentAccount(of: provider)
  }
  func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    let gate = self.gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    // In a task of its own: a store doesn't stop halfway because its caller was cancelled.
    if let gate { await Task { try? await gate.pass() }.value }
    try store.setCurrentAccount(account)
  }
  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await store.withLock(on: account, body)
  }
}
