import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// The time of refreshes: by the token's lifetime, by the caller's need, and with clocks that jump.
@Suite(.timeLimit(.minutes(60))) struct ExpiryTests {
  @Test func `A valid token comes from memory without a write to the store`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    for _ in 0..<100 {
      #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken)
      signedIn.clock.advance(by: .seconds(35))
    }
    #expect(signedIn.attempts == 0 && store.saves == 1 && store.reads == 0)
  }

  @Test(arguments: [(Int64(3_539), 0), (3_540, 1), (3_599, 1), (3_600, 1), (30_000, 1)])
  func `A token is refreshed a minute before its expiry, not sooner`(_ age: Int64, _ refreshes: Int) async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(age))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.refreshes == refreshes)
  }

  @Test func `A caller that needs a longer validity gets a new token`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(3_000))
    #expect(try await signedIn.session.accessToken(validFor: .seconds(599)) == signedIn.first.accessToken)
    #expect(try await signedIn.session.accessToken(validFor: .seconds(600)) != signedIn.first.accessToken)
    #expect(signedIn.refreshes == 1)
  }

  @Test func `Asking for a longer validity than the server issues doesn't refresh each time`() async throws {
    let signedIn = try await SignedIn()
    for _ in 0..<10 { _ = try await signedIn.session.accessToken(validFor: .seconds(1_000_000)) }
    #expect(signedIn.refreshes == 0)
    signedIn.clock.advance(by: .seconds(721))
    for _ in 0..<10 { _ = try await signedIn.session.accessToken(validFor: .seconds(1_000_000)) }
    #expect(signedIn.refreshes == 1)
  }

  @Test func `The margin of a short lifetime is a fifth of it`() async throws {
    let signedIn = try await SignedIn(policy: RefreshPolicy(margin: .seconds(100_000)))
    signedIn.clock.advance(by: .seconds(2_879))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.refreshes == 0)
    signedIn.clock.advance(by: .seconds(1))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.refreshes == 1)
  }

  @Test func `A token without a known expiry is used until a resource rejects it`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.expiresIn = nil
    try await signedIn.store.save(tokens, for: signedIn.account)
    let session = signedIn.another()
    signedIn.clock.advance(by: .seconds(100_000_000))
    #expect(try await session.accessToken(validFor: .seconds(3_600)) == tokens.accessToken)
    #expect(signedIn.refreshes == 0)
  }

  @Test func `A clock that is set back doesn't extend a token's lifetime`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.jump(by: .seconds(-86_400))
    signedIn.clock.advance(by: .seconds(3_500))
    _ = try await signedIn.session.accessToken()
    #expect(signedIn.refreshes == 0)
    signedIn.clock.advance(by: .seconds(100))
    let tokens = try await signedIn.session.accessToken()
    #expect(tokens != signedIn.first.accessToken && signedIn.refreshes == 1)
    #expect(await signedIn.isGood(tokens))
  }

  @Test func `A clock that is set forward causes only one refresh`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.jump(by: .seconds(86_400))
    for _ in 0..<10 { _ = try await signedIn.session.accessToken() }
    #expect(signedIn.refreshes == 1)
  }

  @Test func `A clock that is set forward without a network doesn't discard the token`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.jump(by: .seconds(86_400))
    signedIn.transport.fail(next: .droppedBefore, at: "/token", times: .max)
    #expect(try await signedIn.session.accessToken() == signedIn.first.accessToken)
  }

  @Test func `Tokens from the future are refreshed, because their age is unknown`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.jump(by: .seconds(-86_400))
    #expect(try await signedIn.another().accessToken() != signedIn.first.accessToken)
    #expect(signedIn.refreshes == 1)
  }

  @Test func `A clock that is slightly slow causes no refresh`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.jump(by: .seconds(-4))
    #expect(try await signedIn.another().accessToken() == signedIn.first.accessToken)
  }

  @Test func `After a night of sleep the first caller gets a valid token`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(9 * 3_600))
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
    #expect(signedIn.refreshes == 1)
  }

  @Test func `The next start uses the stored token while it is valid`() async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(3_000))
    let next = signedIn.another()
    #expect(try await next.accessToken() == signedIn.first.accessToken)
    signedIn.clock.advance(by: .seconds(540))
    _ = try await next.accessToken()
    #expect(signedIn.refreshes == 1)
  }
}
