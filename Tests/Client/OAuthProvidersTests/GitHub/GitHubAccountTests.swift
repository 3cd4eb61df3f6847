import Foundation
import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

struct GitHubAccountTests {
  private typealias Fixture = GitHubFixture

  // Acceptance: after a sign-in currentUser() returns the real login.
  @Test func `After a sign-in currentUser returns the real login, even at the next start, without a request`()
    async throws
  {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    #expect(await fixture.service.currentUser() == nil)
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(await fixture.service.currentUser() == info)
    let next = GitHubAuthService(config: fixture.config, credentialStore: fixture.credentials)
    #expect(await next.currentUser() == info)
    #expect(fixture.transport.exchanges.count == 2)
  }

  // Acceptance: after signOut(login:) the token is deleted and currentAccount() is nil.
  @Test(arguments: ["OctoCat", "octocat", "OCTOCAT"])
  func `After signing out the token is gone and there is no current account`(_ login: String) async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    guard case .deletedOnly(let error as UnrevokedTokens)? = await fixture.service.signOut(login: login) else {
      Issue.record("without a secret GitHub can't have revoked the token")
      return
    }
    #expect(error.explanation.contains("don't expire"))
    #expect(error.place == "https://github.com/settings/connections/applications/\(Fixture.clientID)")
    #expect(try await fixture.credentials.tokens(for: "OctoCat") == nil)
    #expect(try await fixture.credentials.currentAccount() == nil)
    #expect(await fixture.service.currentUser() == nil)
    // Without a secret GitHub can't revoke the token.
    #expect(fixture.transport.exchanges.count == 2)
    #expect(fixture.logs.records.contains { $0.contains("not revoked at GitHub") })
  }

  @Test func `With the secret the token is revoked at GitHub`() async throws {
    let fixture = try Fixture(
      [Fixture.granted(), Fixture.user(), .success(HTTPAnswer(HTTPResponse(status: .noContent)))],
      clientSecret: Secret("secret-of-the-app"))
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    await fixture.service.signOut(login: "octocat")
    #expect(fixture.addresses.last == "DELETE https://api.github.com/applications/\(Fixture.clientID)/token")
    let exchange = try #require(fixture.transport.exchanges.last)
    let basic = Data("\(Fixture.clientID):secret-of-the-app".utf8).base64EncodedString()
    #expect(exchange.request.headerFields[.authorization] == "Basic " + basic)
    #expect(try JSONValue(bytes: exchange.body) == ["access_token": .string(Fixture.token)])
    #expect(try await fixture.credentials.tokens(for: "octocat") == nil)
  }

  @Test func `An unreachable GitHub doesn't prevent the sign-out`() async throws {
    let fixture = try Fixture(
      [Fixture.granted(), Fixture.user(), Fixture.offline], clientSecret: Secret("secret-of-the-app"))
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    await fixture.service.signOut(login: "octocat")
    #expect(try await fixture.credentials.tokens(for: "octocat") == nil)
    #expect(fixture.logs.records.contains { $0.contains("not revoked at GitHub") })
  }

  @Test func `A sign-out continues in a cancelled task`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      await fixture.service.signOut(login: "octocat")
    }
    task.cancel()
    await task.value
    #expect(try await fixture.credentials.tokens(for: "octocat") == nil)
  }

  @Test func `Signing out an unknown login is no error, and affects no other user`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    for login in ["somebody", "", "a\u{0}b", String(repeating: "x", count: 10_000)] {
      await fixture.service.signOut(login: login)
    }
    #expect(await fixture.service.currentUser() == info)
  }

  @Test func `A store that can't delete leaves the user signed in, and the failure is logged`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    fixture.faults.fail(next: .delete, with: KeychainError(.locked))
    let outcome = await fixture.service.signOut(login: info.login)
    #expect(outcome.map { "\($0)" } == nil)
    #expect(await fixture.service.currentUser() == info)
    #expect(
      fixture.logs.records.contains { $0.contains("could not be deleted") && $0.contains("token_store_unusable") })
    await fixture.service.signOut(login: info.login)
    #expect(await fixture.service.currentUser() == nil)
  }

  @Test func `A store that can't save is found out before a sheet opens or a code is requested`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let locked = KeychainError(.locked)
    fixture.faults.fail(next: .checkSaving, with: locked, times: 2)
    await #expect(throws: GitHubAuthError.keychainFailed(locked)) {
      try await fixture.service.signIn(in: GitHubSheets.agreeing())
    }
    await #expect(throws: GitHubAuthError.keychainFailed(locked)) {
      try await fixture.service.signInOnDevice { _ in Issue.record("a code was shown") }
    }
    #expect(fixture.transport.exchanges.isEmpty)
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
  }

  @Test(arguments: [StoreCall.currentAccount, .tokens])
  func `A store that can't be read has no current user until it can be read again`(_ call: StoreCall) async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    fixture.faults.fail(next: call, with: KeychainError(.locked))
    #expect(await fixture.service.currentUser() == nil)
    #expect(fixture.logs.records.contains { $0.contains("store_locked") })
    #expect(await fixture.service.currentUser() == info)
  }

  @Test func `A second login becomes the current one, and the first keeps its tokens`() async throws {
    let fixture = try Fixture([
      Fixture.granted("gho_first"), Fixture.user(), Fixture.granted("gho_second"), Fixture.user("hubot", id: 2),
    ])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(await fixture.service.currentUser()?.login == "hubot")
    #expect(try await fixture.credentials.tokens(for: "octocat")?.accessToken == Secret("gho_first"))
    #expect(try await fixture.credentials.tokens(for: "hubot")?.accessToken == Secret("gho_second"))
    // Signing out another login keeps the current one.
    await fixture.service.signOut(login: "octocat")
    #expect(await fixture.service.currentUser()?.login == "hubot")
    #expect(try await fixture.credentials.currentAccount() == "hubot")
  }

  @Test func `A second sign-in of the same login replaces the tokens, which its session uses at once`()
    async throws
  {
    let fixture = try Fixture([
      Fixture.granted("gho_first"), Fixture.user("octocat"), Fixture.granted("gho_second"), Fixture.user("OctoCat"),
    ])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let session = try await fixture.service.session(for: "octocat")
    #expect(try await session.accessToken() == Secret("gho_first"))
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(try await session.accessToken() == Secret("gho_second"))
    #expect(try await fixture.service.session(for: "OCTOCAT") === session)
    #expect(try await fixture.credentials.store.accounts().count == 1)
    // With the spelling of the last sign-in.
    #expect(try await fixture.credentials.currentAccount() == "OctoCat")
    await fixture.service.signOut(login: "OctoCat")
    await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
  }

  @Test func `Concurrent requests for a login's session get the same session`() async throws {
    let service = try Fixture([]).service
    let sessions = try await withThrowingTaskGroup(of: TokenSession.self) { group in
      for number in 0..<100 {
        group.addTask { try await service.session(for: number.isMultiple(of: 2) ? "octocat" : "OctoCat") }
      }
      return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert(ObjectIdentifier($1)) }
    }
    #expect(sessions.count == 1)
    await #expect(throws: GitHubAuthError.keychainFailed(KeychainError(.unusableAccount))) {
      try await service.session(for: "")
    }
  }
}
