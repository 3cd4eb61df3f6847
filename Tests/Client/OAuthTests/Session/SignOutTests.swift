import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// Sign-outs: the server revokes the tokens if it can be reached, and they are deleted here in any
/// case.
@Suite(.covers("RFC 7009 §2"), .timeLimit(.minutes(60))) struct SignOutTests {
  @Test func `Signing out revokes at the server and deletes here`() async throws {
    let signedIn = try await SignedIn()
    var changes = signedIn.session.changes.makeAsyncIterator()
    guard case .revoked = try await signedIn.session.signOut() else {
      Issue.record("not revoked")
      return
    }
    #expect(try await signedIn.stored == nil)
    #expect(await changes.next() == .signedOut)
    #expect(await !signedIn.isGood(signedIn.first.accessToken))
    await #expect(throws: EndpointError.self) {
      try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    }
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "signed_out")
  }

  @Test(arguments: [Fault.droppedBefore, .droppedAfter, .timedOutBefore, .serverError, .refusal(.invalidClient)])
  func `The tokens are deleted here even if the server can't be reached or refuses`(_ fault: Fault) async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: fault, at: "/revoke", times: .max)
    guard case .deletedOnly = try await signedIn.session.signOut() else {
      Issue.record("it said that the server has ended the tokens")
      return
    }
    #expect(try await signedIn.stored == nil)
  }

  // Google answers this for an access token whose refresh token was just revoked, where RFC 7009
  // §2.2 specifies 200.
  @Test func `A server that answers invalid_token for an ended token counts as success`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .refusal(.invalidToken), at: "/revoke", times: .max)
    guard case .revoked = try await signedIn.session.signOut() else {
      Issue.record("it said that the tokens live on")
      return
    }
    #expect(try await signedIn.stored == nil)
  }

  @Test func `invalid_token with 401 is about the client, so the token is not revoked`() async throws {
    let signedIn = try await SignedIn()
    let refusal = Fault("401 invalid_token", reachesServer: false) { _, _, _ in
      .json(["error": "invalid_token"], status: .unauthorized)
    }
    signedIn.transport.fail(next: refusal, at: "/revoke", times: .max)
    guard case .deletedOnly = try await signedIn.session.signOut() else {
      Issue.record("it said that the server has ended the tokens")
      return
    }
  }

  @Test func `Unreadable tokens are deleted, and reported as not revoked`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    store.failReads(.damaged)
    guard case .deletedOnly(let cause as TokenStoreError) = try await signedIn.session.signOut() else {
      Issue.record("nothing was said about the store")
      return
    }
    #expect(cause.kind == .damaged)
    store.failReads(nil)
    #expect(try await signedIn.stored == nil)
  }

  @Test func `If the store can't delete, the error is thrown and the session stays`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    store.failDeletes(.readOnly)
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.signOut() }
    #expect(error?.code == "token_store_unusable")
    #expect(try await signedIn.stored == signedIn.first)
  }

  @Test func `A running refresh can't store tokens after the sign-out`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let gate = Gate()
    signedIn.transport.fail(next: .slow(until: gate), at: "/token")
    let refresh = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    let signOut = Task { try await signedIn.session.signOut() }
    for _ in 0..<1_000 { await Task.yield() }
    gate.open()
    _ = try? await refresh.value
    guard case .revoked = try await signOut.value else {
      Issue.record("not revoked")
      return
    }
    #expect(try await signedIn.stored == nil)
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.accessToken() }
    #expect(error?.code == "signed_out")
  }

  @Test func `Tokens that were never stored are revoked too`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    store.failSaves(.full)
    _ = try? await signedIn.session.accessToken()
    guard case .revoked = try await signedIn.session.signOut() else {
      Issue.record("not revoked")
      return
    }
    #expect(signedIn.transport.handled(at: "/revoke") == 2)
    #expect(try await signedIn.stored == nil)
  }

  @Test(arguments: [Fault.refusal(.unsupportedTokenType), .serverError, .droppedBefore])
  func `An access token that lives on is named with the time it has left`(_ fault: Fault) async throws {
    let signedIn = try await SignedIn()
    signedIn.clock.advance(by: .seconds(600))
    signedIn.transport.fail(next: .slow(until: Self.open), at: "/revoke")
    signedIn.transport.fail(next: fault, at: "/revoke")
    guard case .accessTokenLeft(let left) = try await signedIn.session.signOut() else {
      Issue.record("it said that both tokens were revoked, or none")
      return
    }
    #expect(left.remaining == .seconds(3_000) && left.explanation.contains("may stay valid for 50 minutes"))
    #expect(left.isUnsupported == (fault.description == Fault.refusal(.unsupportedTokenType).description))
    #expect(signedIn.transport.requests(to: "/revoke") == 2)
    #expect(try await signedIn.stored == nil)
  }

  @Test func `An access token that has expired doesn't live on`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    signedIn.transport.fail(next: .slow(until: Self.open), at: "/revoke")
    signedIn.transport.fail(next: .serverError, at: "/revoke")
    guard case .revoked = try await signedIn.session.signOut() else {
      Issue.record("not revoked")
      return
    }
  }

  @Test func `A server that can't revoke refresh tokens has ended nothing, which is reported`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .refusal(.unsupportedTokenType), at: "/revoke")
    guard case .deletedOnly = try await signedIn.session.signOut() else {
      Issue.record("it said that the server has ended the tokens")
      return
    }
    // The access token is tried all the same.
    #expect(signedIn.transport.requests(to: "/revoke") == 2 && signedIn.transport.handled(at: "/revoke") == 1)
    #expect(try await signedIn.stored == nil)
  }

  @Test func `Without a connection the server isn't tried twice`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .droppedBefore, at: "/revoke", times: .max)
    try await signedIn.session.signOut()
    #expect(signedIn.transport.requests(to: "/revoke") == 1)
  }

  @Test func `After a later sign-in, the stored tokens are revoked instead of the unstored ones`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    store.failSaves(.full)
    _ = try? await signedIn.session.accessToken()
    store.failSaves(nil)
    let again = try await signedIn.signInAgain()
    try await store.save(StoredTokens(again), for: signedIn.account)
    try await signedIn.session.signOut()
    #expect(await !signedIn.isGood(again.accessToken))
  }

  private static let open: Gate = {
    let gate = Gate()
    gate.open()
    return gate
  }()

  @Test func `A sign-out before the first read is reported to listeners`() async throws {
    let signedIn = try await SignedIn()
    let session = signedIn.another()
    var changes = session.changes.makeAsyncIterator()
    try await session.signOut()
    #expect(await changes.next() == .signedOut)
  }

  @Test func `Tokens that were read before a sign-in or sign-out are not used after it`() async throws {
    let gate = Gate()
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    let session = signedIn.another()
    store.holdNextRead(at: gate)
    let reading = Task { try await session.accessToken() }
    await gate.arrived()
    // The tokens were read from the store, but the session doesn't have them yet.
    try await session.signOut()
    gate.open()
    let error = await #expect(throws: TokenSessionError.self) { try await reading.value }
    #expect(error?.code == "signed_out")
    let next = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(next?.code == "signed_out")
  }

  @Test func `Signing out twice is no error`() async throws {
    let signedIn = try await SignedIn()
    try await signedIn.session.signOut()
    guard case .nothingToRevoke = try await signedIn.session.signOut() else {
      Issue.record("something was revoked twice")
      return
    }
  }
}
