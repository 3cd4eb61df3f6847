import Foundation
import GitHubAuth
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

struct GitHubCredentialStoreTests {
  private let store = MemoryTokenStore()
  private var credentials: GitHubCredentialStore { GitHubCredentialStore(store) }

  private func tokens(_ token: String) -> StoredTokens {
    StoredTokens(accessToken: Secret(token), receivedAt: Date(timeIntervalSince1970: 1_800_000_000))
  }

  @Test func `Logins are compared as GitHub does: A to Z in either case are the same`() async throws {
    try await credentials.save(tokens("one"), for: "OctoCat")
    for login in ["octocat", "OCTOCAT", "OctoCat"] {
      #expect(try await credentials.tokens(for: login) == tokens("one"))
    }
    try await credentials.save(tokens("two"), for: "octocat")
    #expect(try await credentials.tokens(for: "OctoCat") == tokens("two"))
    #expect(store.accounts().map(\.name) == ["octocat"])
    try await credentials.delete(login: "OCTOcat")
    #expect(store.accounts().isEmpty)
  }

  @Test func `A bare access token is stored as one that doesn't expire`() async throws {
    try await credentials.save("gho_one", for: "OctoCat")
    let stored = try #require(try await credentials.tokens(for: "octocat"))
    #expect(stored.accessToken == Secret("gho_one") && stored.tokenType == .bearer)
    #expect(stored.refreshToken == nil && stored.expiresAt == nil)
  }

  // The Kelvin sign, which Unicode's lower case turns into a k, and a Cyrillic o.
  @Test(arguments: ["\u{212A}ate", "octоcat", "octo-cat", "octocat "])
  func `Other letters are different`(_ login: String) async throws {
    try await credentials.save(tokens("one"), for: "octocat")
    try await credentials.save(tokens("one"), for: "kate")
    #expect(try await credentials.tokens(for: login) == nil)
  }

  @Test func `Tokens that were saved without a sign-in keep the login they were saved for`() async throws {
    try await credentials.save(tokens("one"), for: "OctoCat")
    #expect(try await credentials.currentAccount() == nil)
    try await credentials.setCurrentAccount("OctoCat")
    #expect(try await credentials.currentAccount() == "octocat")
    let fixture = try GitHubFixture([])
    let service = GitHubAuthService(config: fixture.config, credentialStore: credentials)
    let info = try #require(await service.currentUser())
    #expect(info.login == "octocat" && info.displayName == "octocat")
    #expect(info.id == nil && info.name == nil && info.scope == nil)
    #expect(try await service.session(for: "OctoCat").accessToken() == Secret("one"))
  }

  @Test func `A login without tokens can't be the current one`() async throws {
    await #expect { try await credentials.setCurrentAccount("octocat") } throws: { error in
      (error as? KeychainError)?.kind == .unknownAccount
    }
  }

  @Test(arguments: ["", "a\u{0}", String(repeating: "a", count: 513)])
  func `An invalid login is an error, not another user's account`(_ login: String) async throws {
    let unusable = KeychainError(.unusableAccount)
    await #expect(throws: unusable) { try await credentials.save(tokens("one"), for: login) }
    await #expect(throws: unusable) { try await credentials.tokens(for: login) }
    await #expect(throws: unusable) { try await credentials.delete(login: login) }
    await #expect(throws: unusable) { try await credentials.setCurrentAccount(login) }
    #expect(store.accounts().isEmpty)
  }

  @Test func `A failure of the store is reported`() async throws {
    let faults = StoreFaults()
    let credentials = GitHubCredentialStore(FaultyTokenStore(store, faults))
    let locked = KeychainError(.locked)
    faults.fail(next: nil, with: locked, times: 5)
    await #expect(throws: locked) { try await credentials.save(tokens("one"), for: "octocat") }
    await #expect(throws: locked) { try await credentials.tokens(for: "octocat") }
    await #expect(throws: locked) { try await credentials.delete(login: "octocat") }
    await #expect(throws: locked) { try await credentials.setCurrentAccount("octocat") }
    await #expect(throws: locked) { try await credentials.currentAccount() }
  }
}
