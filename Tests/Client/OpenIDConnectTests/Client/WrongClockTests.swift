import Evidence
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Machines whose clock was set wrong after the user had signed in with the scope `openid`.
@Suite(.covers("OpenID Core §12.2"), .timeLimit(.minutes(60))) struct WrongClockTests {
  /// A user who signed in while the clock was right. The ID tokens live for 600 s.
  private struct Machine {
    let issuer: TestIssuer
    let store: any TokenStore = MemoryTokenStore()
    let account: Account
    let log = LogCollector()

    init(signedInFor age: Duration) async throws {
      issuer = try TestIssuer()
      account = try Account(provider: Fixture.issuer, name: "ada")
      let client = try issuer.client()
      let session = TokenSession(
        account: account, client: client.client, store: store, verifier: client,
        monotonic: issuer.clock.monotonicClock)
      try await session.save(try await client.signIn(with: issuer).tokens)
      issuer.clock.advance(by: age)
      issuer.change { $0.answerChanges = ["access_token": "at-2", "refresh_token": "rt-2"] }
    }

    /// The session of a program that starts after the clock was set wrong.
    func session(_ secondsAhead: Int64) throws -> TokenSession {
      let clock = issuer.clock
      let client = try issuer.client(
        logger: log.logger(), clock: WallClock { clock.now.addingTimeInterval(TimeInterval(secondsAhead)) })
      return TokenSession(
        account: account, client: client.client, store: store, verifier: client, monotonic: clock.monotonicClock)
    }

    var stored: StoredTokens? { get async throws { try await store.tokens(for: account) } }
    var isToldToSetClock: Bool { log.records.contains { $0.contains("set") && $0.contains("clock") } }
  }

  private static let days: Int64 = 86_400

  @Test(arguments: [
    (-90 * days, "at-2"), (-days, "at-2"), (-3_600, "at-2"), (-120, "at-2"), (-60, "at-12345"), (0, "at-12345"),
    (60, "at-12345"), (120, "at-12345"), (3_600, "at-12345"), (days, "at-12345"), (90 * days, "at-12345"),
  ])
  func `A valid token is used, and the user stays signed in`(_ secondsAhead: Int64, _ expected: String) async throws {
    let machine = try await Machine(signedInFor: .seconds(100))
    #expect(try await machine.session(secondsAhead).accessToken() == Secret(expected))
    #expect(machine.isToldToSetClock == !(-60...120).contains(secondsAhead))
    let stored = try #require(try await machine.stored)
    #expect(stored.accessToken == Secret(expected))
    // Once the clock is right, everything goes on.
    machine.issuer.clock.advance(by: .seconds(3_600))
    machine.issuer.change { $0.answerChanges = ["access_token": "at-3"] }
    #expect(try await machine.session(0).accessToken(insteadOf: stored.accessToken) == Secret("at-3"))
  }

  @Test(arguments: [-90 * days, -days, -3_600, -120, 0, 120, 600])
  func `After a rejection a slow clock gets the new token`(_ secondsAhead: Int64) async throws {
    let machine = try await Machine(signedInFor: .seconds(3_600))
    let session = try machine.session(secondsAhead)
    #expect(try await session.accessToken(insteadOf: Secret("at-12345")) == Secret("at-2"))
    #expect(machine.isToldToSetClock == (secondsAhead < -30))
  }

  @Test(arguments: [700, 3_600, days, 90 * days])
  func `A fast clock without a valid token is an error about the clock, and the user stays signed in`(
    _ secondsAhead: Int64
  ) async throws {
    let machine = try await Machine(signedInFor: .seconds(3_600))
    let error = await #expect(throws: TokenSessionError.self) { try await machine.session(secondsAhead).accessToken() }
    #expect(error?.code == "refresh_not_acceptable" && error?.category != .signInNeeded)
    #expect(error?.remedy == "Set this machine's clock, and try again: the sign-in is still there.")
    #expect(try await machine.stored?.refreshToken == Secret("rt-2"))
    #expect(try await machine.session(0).accessToken() == Secret("at-2"))
  }

  @Test func `A clock that was set back and no connection: the stored token is used`() async throws {
    let machine = try await Machine(signedInFor: .seconds(100))
    machine.issuer.change { $0.answerChanges = ["access_token": nil] }
    #expect(try await machine.session(-Self.days).accessToken() == Secret("at-12345"))
  }

  @Test func `An ID token for another user is refused whatever the clock shows`() async throws {
    for secondsAhead in [-90 * Self.days, -120, 120, 90 * Self.days] {
      let machine = try await Machine(signedInFor: .seconds(3_600))
      machine.issuer.change { $0.changes = ["sub": "another"] }
      await #expect(throws: TokenSessionError.self) {
        try await machine.session(secondsAhead).accessToken(insteadOf: Secret("at-12345"))
      }
    }
  }
}
