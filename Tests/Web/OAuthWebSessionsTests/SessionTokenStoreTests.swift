import Foundation
import OAuth
import OAuthCore
import OAuthTestSupport
@testable import OAuthWebSessions
import PKCE
import Synchronization
import Testing
import TokenStorage

@Suite("The lock of a session's tokens") struct SessionTokenStoreTests {
  private let clock = ManualClock()
  private let store = MemorySessionStore()
  private let name = SessionName.session(Secret("a"))

  /// The tokens of the session in one instance.
  private func instance(
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) throws -> SessionTokenStore {
    let address = try Endpoint("https://app.example.com")
    let sessions = BrowserSessions(
      origin: address.origin, cookie: BrowserCookie("session", in: CookieNames(address)),
      keys: SealingKeys(.generate(), older: []), storage: .store(store), lifetimes: SessionLifetimes(),
      clock: clock.wallClock, random: SystemRandomSource())
    return SessionTokenStore(sessions: sessions, name: name, store: store, sleep: sleep)
  }

  private static let account = try? Account(provider: "https://login.example", name: "user-1")

  @Test func `is free five seconds after its holder's last sign of life`() async throws {
    let account = try #require(Self.account)
    let begin = clock.now, end = Gate()
    // An instance that never comes to an extension, as one that was killed.
    let stopped = try instance { _ in try await Task.sleep(for: .seconds(10_000)) }
    async let first: Void = stopped.withLock(on: account) { try await end.pass() }
    await end.arrived()
    let other = try instance { [clock] in clock.advance(by: $0) }
    let waited = try await other.withLock(on: account) { [clock] in clock.now.timeIntervalSince(begin) }
    #expect(waited <= 5.05)
    end.open()
    try await first
  }

  @Test func `stays with a holder that works for longer, and is free afterwards`() async throws {
    let account = try #require(Self.account)
    let end = Gate()
    let extensions = Mutex(0)
    let working = try instance { [clock, store, name] duration in
      clock.advance(by: duration)
      #expect(!store.lock(name, holder: "other", until: clock.now + 60, now: clock.now))
      let count = extensions.withLock { count in
        count += 1
        return count
      }
      guard count == 60 else { return }
      end.open()
      try await Task.sleep(for: .seconds(10_000))
    }
    try await working.withLock(on: account) { try await end.pass() }
    #expect(extensions.withLock { $0 } == 60)
    #expect(store.lock(name, holder: "other", until: clock.now + 60, now: clock.now))
  }
}
