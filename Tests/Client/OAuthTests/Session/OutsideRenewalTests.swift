import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// Sessions whose tokens another process renews.
@Suite(.timeLimit(.minutes(60))) struct OutsideRenewalTests {
  /// A session whose tokens are renewed by `renewal`, and the number of renewals.
  private func session(
    of signedIn: SignedIn, _ renewal: @escaping @Sendable (Duration, Secret?) async throws -> Void
  ) -> (TokenSession, count: () -> Int) {
    let count = Counted()
    let session = TokenSession(
      account: signedIn.account, client: signedIn.client, store: signedIn.store, origins: [], policy: RefreshPolicy(),
      verifier: nil, monotonic: signedIn.clock.monotonicClock,
      outside: { need, rejected in
        count.add()
        try await renewal(need, rejected)
      })
    return (session, { count.value })
  }

  private final class Counted: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  @Test func `A hundred callers cause one renewal outside, and get the tokens that it stored`() async throws {
    let signedIn = try await SignedIn()
    let other = signedIn.another()
    let (session, count) = session(of: signedIn) { need, rejected in
      #expect(need == .zero && rejected == nil)
      _ = try await other.accessToken()
    }
    #expect(try await session.accessToken() == signedIn.first.accessToken)
    #expect(count() == 0)
    signedIn.expire()
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for _ in 0..<100 { group.addTask { try await session.accessToken() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(count() == 1 && signedIn.refreshes == 1)
    let token = try #require(tokens.first)
    let isGood = await signedIn.isGood(token)
    #expect(tokens.count == 1 && isGood)
  }

  @Test func `The need and the rejected token reach the other process`() async throws {
    let signedIn = try await SignedIn()
    let other = signedIn.another()
    let first = signedIn.first.accessToken
    let (session, count) = session(of: signedIn) { need, rejected in
      #expect(rejected == first || need == .seconds(3_590))
      if let rejected { _ = try await other.accessToken(insteadOf: rejected) }
    }
    let second = try await session.accessToken(insteadOf: first)
    #expect(second != first && count() == 1)
    // No token lives that long, so the renewal isn't repeated.
    signedIn.clock.advance(by: .seconds(1_000))
    #expect(try await session.accessToken(validFor: .seconds(3_590)) == second)
    #expect(count() == 2)
  }

  @Test func `After a failure outside a token that is still valid is used, and otherwise the error is thrown`()
    async throws
  {
    let signedIn = try await SignedIn(policy: RefreshPolicy(margin: .seconds(600)))
    let (session, count) = session(of: signedIn) { _, _ in
      throw TokenSessionError.temporary(HTTPTransportError(.timedOut, origin: "https://as.example"), retryAfter: nil)
    }
    signedIn.clock.advance(by: .seconds(3_590))
    #expect(try await session.accessToken() == signedIn.first.accessToken)
    #expect(count() == 1)
    signedIn.clock.advance(by: .seconds(10))
    await #expect {
      try await session.accessToken()
    } throws: {
      if case TokenSessionError.temporary = $0 { true } else { false }
    }
    #expect(try await signedIn.stored == signedIn.first)
  }

  @Test func `Nothing is renewed outside without a refresh token, and no tokens are made up for a signed-out user`()
    async throws
  {
    let signedIn = try await SignedIn()
    let (store, account) = (signedIn.store, signedIn.account)
    let (session, count) = session(of: signedIn) { _, _ in try await store.delete(account) }
    signedIn.expire()
    await #expect {
      try await session.accessToken()
    } throws: {
      if case TokenSessionError.signedOut = $0 { true } else { false }
    }
    #expect(count() == 1)
    var tokens = signedIn.first
    tokens.refreshToken = nil
    try await store.save(tokens, for: account)
    await #expect {
      try await session.accessToken()
    } throws: {
      if case TokenSessionError.noRefreshToken = $0 { true } else { false }
    }
    #expect(count() == 1)
  }
}
