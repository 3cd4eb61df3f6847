import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth

/// What ends a session, and what doesn't.
@Suite(.timeLimit(.minutes(60))) struct EndingTests {
  @Test func `invalid_grant ends the session, deletes the tokens and says so once`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    var changes = signedIn.session.changes.makeAsyncIterator()
    signedIn.transport.fail(next: .invalidGrant, at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "session_ended" && error?.needsSignIn == true && error?.isTransient == false)
    #expect(try await signedIn.stored == nil)
    #expect(await changes.next() == .ended(ErrorResponse(.invalidGrant)))
    let next = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(next?.code == "signed_out")
    #expect(signedIn.attempts == 1)
  }

  // LESSONS, Refresh: any error, being offline included, signs the person out.
  @Test(arguments: [
    ErrorCode.invalidClient, .unauthorizedClient, .invalidScope, .invalidRequest, .unsupportedGrantType,
  ])
  func `Another refusal keeps the tokens, and is told as it is`(_ code: ErrorCode) async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .refusal(code), at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "refresh_refused" && error?.isTransient == false && error?.needsSignIn == false)
    #expect(try await signedIn.stored == signedIn.first)
    #expect(await signedIn.isGood(try await signedIn.session.accessToken()))
  }

  @Test func `A server's own word for the end can be named`() async throws {
    let policy = RefreshPolicy(endingErrors: [.invalidGrant, ErrorCode("bad_refresh_token")])
    let signedIn = try await SignedIn(policy: policy)
    signedIn.expire()
    signedIn.transport.fail(next: .refusal(ErrorCode("bad_refresh_token"), status: .ok), at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "session_ended")
    #expect(try await signedIn.stored == nil)
  }

  @Test func `A refresh token that somebody without our lock replaced is no reason to sign out`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .invalidGrant.held(by: gate), at: "/token")
    let waiting = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    // Somebody refreshes and stores, and knows of no lock.
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    try await signedIn.store.save(StoredTokens(response), for: signedIn.account)
    gate.open()
    #expect(try await waiting.value == response.accessToken)
    #expect(try await signedIn.stored == StoredTokens(response))
  }

  @Test func `A replaced refresh token whose access token has ended is used in its turn, once`() async throws {
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

  @Test func `Who signed out elsewhere is signed out here, as soon as it is noticed`() async throws {
    let signedIn = try await SignedIn()
    try await signedIn.another().signOut()
    var changes = signedIn.session.changes.makeAsyncIterator()
    signedIn.expire()
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "signed_out")
    #expect(await changes.next() == .signedOut)
    #expect(signedIn.attempts == 0)
  }

  @Test func `Without a refresh token the end of the access token is the end, and nothing is deleted`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.refreshToken = nil
    try await signedIn.store.save(tokens, for: signedIn.account)
    let session = signedIn.another()
    #expect(try await session.accessToken() == tokens.accessToken)
    signedIn.expire()
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.code == "no_refresh_token" && error?.needsSignIn == true)
    #expect(try await signedIn.stored == tokens)
  }

  @Test func `Without a refresh token a token is good to its last second`() async throws {
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

  @Test func `An account without tokens is signed out, and a sign-in begins a new session in the same object`()
    async throws
  {
    let signedIn = try await SignedIn()
    let session = TokenSession(
      account: try Account(provider: SignedIn.issuer, name: "grace"), client: signedIn.client, store: signedIn.store,
      monotonic: signedIn.clock.monotonicClock)
    let error = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(error?.code == "signed_out")
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    try await session.keep(response)
    #expect(try await session.accessToken() == response.accessToken)
  }
}
