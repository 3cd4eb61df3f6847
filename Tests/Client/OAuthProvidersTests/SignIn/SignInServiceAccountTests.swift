import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

struct SignInServiceAccountTests {
  @Test func `A sign-out ends the tokens at the provider and deletes them, and a second one does nothing`()
    async throws
  {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    guard case .revoked = try await fixture.service.signOut() else {
      Issue.record("the tokens were not revoked at Google")
      return
    }
    #expect(fixture.transport.handled(at: "/revoke") > 0)
    #expect(try await fixture.store.accounts().isEmpty)
    #expect(try await fixture.service.restore() == nil)
    let requests = fixture.transport.requests(to: "")
    guard case .nothingToRevoke = try await fixture.service.signOut() else {
      Issue.record("the second sign-out revoked something")
      return
    }
    #expect(fixture.transport.requests(to: "") == requests)
  }

  @Test(arguments: [false, true])
  func `Without a network the user is signed out here all the same`(isNewStart: Bool) async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let service = isNewStart ? fixture.nextStart() : fixture.service
    fixture.transport.fail(next: .droppedBefore, at: "", times: .max)
    guard case .deletedOnly = try await service.signOut() else {
      Issue.record("an unreachable server can't have revoked the tokens")
      return
    }
    #expect(try await fixture.store.accounts().isEmpty)
    #expect(try await fixture.service.session() == nil)
  }

  @Test func `A second user becomes the current one, and the first one's tokens stay`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let first = try #require(try await fixture.tokens())
    let browser = try fixture.change(
      to: LookAlikeUser(id: "1906", username: "grace", password: Secret("hopper"), name: "Grace Hopper"))
    let profile = try await fixture.service.signIn(with: browser)
    #expect(profile.name == "Grace Hopper")
    #expect(try await fixture.currentAccount()?.name == "1906")
    #expect(try await fixture.tokens() == first)
    #expect(try await fixture.service.restore() == profile)
    #expect(try await fixture.nextStart().restore() == profile)
    #expect(try await fixture.service.session()?.account.name == "1906")
    // A sign-out keeps the tokens of other users.
    try await fixture.service.signOut()
    #expect(try await fixture.service.restore() == nil)
    #expect(try await fixture.tokens() == first)
  }

  @Test func `A second sign-in of the same user has the same session, with the new tokens`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let session = try #require(try await fixture.service.session())
    let first = try await session.accessToken()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    #expect(try await fixture.service.session() === session)
    let second = try await session.accessToken()
    #expect(second != first)
    #expect(try await fixture.tokens()?.accessToken == second)
    #expect(try await fixture.store.accounts().count == 1)
  }

  // In peers, each of several callers refreshes.
  @Test func `Concurrent requests share one session and one refresh`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_601))
    let service = fixture.nextStart()
    let refreshes = fixture.transport.requests(to: "/token")
    let sessions = try await withThrowingTaskGroup(of: ObjectIdentifier?.self) { group in
      for number in 0..<100 {
        group.addTask {
          if number.isMultiple(of: 2) { return try await service.session().map { ObjectIdentifier($0) } }
          #expect(try await service.restore()?.id == "1815")
          return nil
        }
      }
      return try await group.reduce(into: Set<ObjectIdentifier>()) { all, one in if let one { all.insert(one) } }
    }
    #expect(sessions.count == 1)
    #expect(fixture.transport.requests(to: "/token") == refreshes + 1)
  }

  @Test func `A sign-in fails if its tokens can't be stored`() async throws {
    for call in [StoreCall.save, .withLock, .setCurrentAccount] {
      let fixture = try SignInFixture()
      fixture.faults.fail(next: call, with: TokenStoreError(.full))
      let error = await #expect(throws: TokenSessionError.self) {
        try await fixture.service.signIn(with: fixture.userAgent)
      }
      #expect(error?.code == "token_store_unusable")
      #expect(fixture.faults.areOver)
      #expect(try await fixture.service.restore() == nil)
      _ = try await fixture.service.signIn(with: fixture.userAgent)
      #expect(try await fixture.service.restore()?.id == "1815")
    }
  }

  @Test func `A store that can't be read is an error, and the user stays signed in`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    for call in [StoreCall.currentAccount, .tokens] {
      let next = fixture.nextStart()
      fixture.faults.fail(next: call, with: TokenStoreError(.locked))
      let error = await #expect(throws: TokenSessionError.self) { try await next.restore() }
      #expect(error?.code == "token_store_unusable")
      #expect(error?.category != .signInNeeded)
      #expect(try await next.restore()?.id == "1815")
    }
  }

  @Test(arguments: [false, true])
  func `A store that can't delete leaves the user signed in, and the error is reported`(isOffline: Bool) async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let service = isOffline ? fixture.nextStart() : fixture.service
    if isOffline { fixture.transport.fail(next: .droppedBefore, at: "", times: .max) }
    fixture.faults.fail(next: .delete, with: TokenStoreError(.readOnly))
    let error = await #expect(throws: TokenSessionError.self) { try await service.signOut() }
    #expect(error?.code == "token_store_unusable")
    #expect(try await fixture.currentAccount() != nil)
    try await service.signOut()
    #expect(try await fixture.currentAccount() == nil)
  }

  @Test func `Closing the browser or denying the request stores nothing`() async throws {
    let fixture = try SignInFixture()
    await #expect(throws: UserAgentError.cancelled) {
      try await fixture.service.signIn(with: fixture.userAgent.closed)
    }
    let refusing = try SignInFixture(agrees: false)
    await #expect(throws: CallbackError.self) { try await refusing.service.signIn(with: refusing.userAgent) }
    for fixture in [fixture, refusing] {
      #expect(try await fixture.store.accounts().isEmpty)
      #expect(try await fixture.service.session() == nil)
    }
  }

  @Test func `A sign-in that is cancelled in the browser stores nothing, even if the browser returns`() async throws {
    for isUnstoppable in [false, true] {
      let fixture = try SignInFixture()
      let gate = Gate()
      let browser = isUnstoppable ? fixture.userAgent.unstoppable(until: gate) : fixture.userAgent.held(by: gate)
      let task = Task { try await fixture.service.signIn(with: browser) }
      await gate.arrived()
      task.cancel()
      if isUnstoppable { gate.open() }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await fixture.store.accounts().isEmpty)
    }
  }

  @Test func `A sign-in that is cancelled while the profile is read stores nothing`() async throws {
    let fixture = try SignInFixture()
    let gate = Gate()
    fixture.transport.fail(next: .slow(until: gate), at: "/people/me")
    let task = Task { try await fixture.service.signIn(with: fixture.userAgent) }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await fixture.store.accounts().isEmpty)
    #expect(try await fixture.service.restore() == nil)
  }

  @Test func `A sign-out during another user's sign-in ends only the previous user's session`()
    async throws
  {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let gate = Gate()
    fixture.transport.fail(next: .slow(until: gate), at: "/revoke")
    let leaving = Task { try await fixture.service.signOut() }
    await gate.arrived()
    let browser = try fixture.change(
      to: LookAlikeUser(id: "1906", username: "grace", password: Secret("hopper"), name: "Grace Hopper"))
    _ = try await fixture.service.signIn(with: browser)
    let session = try #require(try await fixture.service.session())
    gate.open()
    _ = try await leaving.value
    #expect(try await fixture.service.session() === session)
    #expect(try await fixture.tokens() == nil)
    #expect(try await fixture.service.restore()?.name == "Grace Hopper")
  }
}
