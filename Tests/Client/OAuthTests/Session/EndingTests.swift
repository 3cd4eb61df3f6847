import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// The errors that end a session, and those that don't.
@Suite(.timeLimit(.minutes(60))) struct EndingTests {
  @Test func `invalid_grant ends the session, deletes the tokens and is reported once`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    var changes = signedIn.session.changes.makeAsyncIterator()
    signedIn.transport.fail(next: .invalidGrant, at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "session_ended" && error?.category == .signInNeeded)
    #expect(try await signedIn.stored == nil)
    #expect(await changes.next() == .ended(ErrorResponse(.invalidGrant)))
    let next = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(next?.code == "signed_out")
    #expect(signedIn.attempts == 1)
  }

  // In some clients any error signs the user out, even a missing network.
  @Test(arguments: [
    ErrorCode.invalidClient, .unauthorizedClient, .invalidScope, .invalidRequest, .unsupportedGrantType,
  ])
  func `Another refusal keeps the tokens and is thrown as it is`(_ code: ErrorCode) async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .refusal(code), at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "refresh_refused" && error?.category == .refused)
    #expect(try await signedIn.stored == signedIn.first)
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }

  @Test func `A server's own ending error can be configured`() async throws {
    let policy = RefreshPolicy(endingErrors: [.invalidGrant, ErrorCode("bad_refresh_token")])
    let signedIn = try await SignedIn(policy: policy)
    signedIn.expire()
    signedIn.transport.fail(next: .refusal(ErrorCode("bad_refresh_token"), status: .ok), at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "session_ended")
    #expect(try await signedIn.stored == nil)
  }

  @Test func `A refresh token that a program without the lock replaced doesn't end the session`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .invalidGrant.held(by: gate), at: "/token")
    let waiting = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    // A program without the lock refreshes and stores.
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    try await signedIn.store.save(StoredTokens(response), for: signedIn.account)
    gate.open()
    #expect(try await waiting.value == response.accessToken)
    #expect(try await signedIn.stored == StoredTokens(response))
  }

  @Test func `A replacing refresh token is used once if its access token has expired`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .invalidGrant.held(by: gate), at: "/token")
    let waiting = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    var replaced = try StoredTokens(response)
    replaced.expiresIn = .seconds(0)
    try await signedIn.store.save(replaced, for: signedIn.account)
    gate.open()
    let token = try await waiting.value
    #expect(token != response.accessToken)
    #expect(await signedIn.isGood(token))
    #expect(signedIn.refreshes == 2)
  }

  @Test func `A sign-out elsewhere ends the session here once it is noticed`() async throws {
    let signedIn = try await SignedIn()
    try await signedIn.another().signOut()
    var changes = signedIn.session.changes.makeAsyncIterator()
    signedIn.expire()
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "signed_out")
    #expect(await changes.next() == .signedOut)
    #expect(signedIn.attempts == 0)
  }

  @Test func `Without a refresh token the session needs a sign-in after expiry, and nothing is deleted`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.refreshToken = nil
    try await signedIn.store.save(tokens, for: signedIn.account)
    let session = signedIn.another()
    #expect(try await session.accessToken() == tokens.accessToken)
    signedIn.expire()
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.code == "no_refresh_token" && error?.category == .signInNeeded)
    #expect(try await signedIn.stored == tokens)
  }

  @Test func `Without a refresh token a token is used until its last second`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.refreshToken = nil
    try await signedIn.store.save(tokens, for: signedIn.account)
    let session = signedIn.another()
    signedIn.clock.advance(by: .seconds(3_599))
    #expect(try await session.accessToken() == tokens.accessToken)
    let error = await #expect(throws: TokenSessionError.self) {
      try await session.accessToken(validFor: .seconds(600))
    }
    #expect(error?.code == "no_refresh_token")
  }

  @Test func `An account without tokens is signed out, and a sign-in continues with the same object`()
    async throws
  {
    let signedIn = try await SignedIn()
    let session = TokenSession(
      account: try Account(provider: SignedIn.issuer, name: "grace"), client: signedIn.client, store: signedIn.store,
      monotonic: signedIn.clock.monotonicClock)
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.code == "signed_out")
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    try await session.save(response)
    #expect(try await session.accessToken() == response.accessToken)
  }
}
