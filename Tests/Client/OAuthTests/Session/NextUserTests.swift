import HTTPTypes
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// A sign-out and the next user's sign-in, while a refresh or a request of the previous user hangs.
@Suite(.timeLimit(.minutes(60))) struct NextUserTests {
  /// A store, opened again by each process.
  enum Kept: CaseIterable {
    case memory, file

    func store() throws -> @Sendable () throws -> any TokenStore {
      switch self {
      case .memory:
        let store = MemoryTokenStore()
        return { store }
      case .file:
        let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return { try FileTokenStore(folder: folder + "/tokens", key: .keyFile(folder + "/key")) }
      }
    }
  }

  private static func yield() async { for _ in 0..<1_000 { await Task.yield() } }

  // Peers have this open: the refresh answer of the previous user replaces the next user's tokens.
  @Test(arguments: Kept.allCases, [false, true])
  func `A late refresh answer is in no memory and no store of the next user`(_ kept: Kept, isElsewhere: Bool)
    async throws
  {
    let open = try kept.store()
    for _ in 0..<(kept == .memory ? 50 : 5) {
      let signedIn = try await SignedIn(store: open())
      signedIn.expire()
      let next = try await signedIn.signInAgain()
      let session = signedIn.session
      // The refresh of this session, or that of another process on the same store.
      let refreshing =
        isElsewhere
        ? TokenSession(
          account: signedIn.account, client: signedIn.client, store: try open(),
          monotonic: signedIn.clock.monotonicClock) : session
      let gate = Gate()
      signedIn.transport.fail(next: .slow(until: gate), at: "/token")
      let late = Task { try await refreshing.accessToken() }
      await gate.arrived()
      var changes = session.changes.makeAsyncIterator()
      let change = Task {
        try await session.signOut()
        try await session.save(next)
      }
      await Self.yield()
      gate.open()
      try await change.value
      if let token = try? await late.value { #expect(token != next.accessToken) }
      #expect(try await signedIn.stored == StoredTokens(next))
      #expect(try await session.accessToken() == next.accessToken)
      await Self.yield()
      #expect(try await signedIn.stored == StoredTokens(next))
      #expect(try await session.accessToken() == next.accessToken)
      // The next user's tokens are the last change that a listener hears of.
      var last: TokenChange?
      while last != .renewed(try StoredTokens(next)) { last = await changes.next() }
      let further = Task { await changes.next() }
      await Self.yield()
      further.cancel()
      #expect(await further.value == nil)
    }
  }

  @Test func `A request that was rejected late isn't repeated with the next user's token`() async throws {
    let signedIn = try await SignedIn()
    let next = try await signedIn.signInAgain()
    let address = try #require(signedIn.client.server.userInfoEndpoint)
    let gate = Gate()
    signedIn.transport.fail(next: .invalidToken.held(by: gate), at: "/userinfo")
    let late = Task { try await signedIn.session.send(address.request(.get)) }
    await gate.arrived()
    try await signedIn.session.signOut()
    try await signedIn.session.save(next)
    let before = signedIn.transport.requests(to: "/userinfo")
    gate.open()
    let error = await #expect(throws: TokenSessionError.self) { try await late.value }
    #expect(error?.code == "signed_out")
    #expect(signedIn.transport.requests(to: "/userinfo") == before)
    #expect(try await signedIn.session.send(address.request(.get)).response.status == .ok)
  }

  @Test(arguments: [false, true])
  func `A call that waited for a token doesn't get the next user's`(isRequest: Bool) async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    let next = try await signedIn.signInAgain()
    let address = try #require(signedIn.client.server.userInfoEndpoint)
    signedIn.expire()
    let gate = Gate()
    store.holdNextRead(at: gate)
    let late = Task { () -> Secret? in
      guard isRequest else { return try await signedIn.session.accessToken() }
      _ = try await signedIn.session.send(address.request(.get))
      return nil
    }
    await gate.arrived()
    try await signedIn.session.signOut()
    let fresh = try await signedIn.client.refresh(try #require(next.refreshToken))
    try await signedIn.session.save(fresh)
    gate.open()
    let error = await #expect(throws: TokenSessionError.self) { try await late.value }
    #expect(error?.code == "signed_out")
    #expect(signedIn.transport.requests(to: "/userinfo") == 0)
    #expect(try await signedIn.session.accessToken() == fresh.accessToken)
  }

  @Test func `A session that the server ended leaves its calls without the next user's tokens too`() async throws {
    let signedIn = try await SignedIn()
    let next = try await signedIn.signInAgain()
    let address = try #require(signedIn.client.server.userInfoEndpoint)
    let gate = Gate()
    signedIn.transport.fail(next: .invalidToken.held(by: gate), at: "/userinfo")
    let late = Task { try await signedIn.session.send(address.request(.get)) }
    await gate.arrived()
    signedIn.transport.fail(next: .invalidGrant, at: "/token")
    await #expect(throws: TokenSessionError.self) {
      try await signedIn.session.accessToken(insteadOf: signedIn.first.accessToken)
    }
    try await signedIn.session.save(next)
    gate.open()
    await #expect(throws: TokenSessionError.self) { try await late.value }
    #expect(signedIn.transport.requests(to: "/userinfo") == 1)
  }

  @Test func `A second sign-in without a sign-out serves the calls that waited`() async throws {
    let store = WatchedStore()
    let signedIn = try await SignedIn(store: store)
    signedIn.expire()
    let again = try await signedIn.signInAgain()
    let gate = Gate()
    store.holdNextRead(at: gate)
    let waiting = Task { try await signedIn.session.accessToken() }
    await gate.arrived()
    try await signedIn.session.save(again)
    gate.open()
    #expect(try await waiting.value == again.accessToken)
  }
}
