import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import PixyAccounts
import PixyConnection
import Synchronization
import Testing
import TokenStorage

@testable import PixyAuth

/// `AccountSession`, which keeps an account's tokens valid while a command runs.
@Suite(.timeLimit(.minutes(60))) struct AccountSessionTests {
  private static let login = ["--client-id", "pixy", "--scope", "profile"]
  private static let discovery = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]

  /// Makes the saved server metadata more than a day old.
  private static func ageMetadata(_ home: Home) async throws {
    try await home.changeRecord { $0["metadata_found_at"] = .integer(Int64(Date().timeIntervalSince1970) - 90_000) }
  }

  @Test func `The metadata is fetched at most once a day, and only before a token request`() async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await Self.ageMetadata(home)
      _ = server.paths
      let kept = try await home.pixy(["token"])
      #expect(kept.status == 0 && server.paths.isEmpty)
      try await home.age()
      #expect(try await home.pixy(["token"]).status == 0)
      let first = server.paths
      #expect(!Set(first).isDisjoint(with: Self.discovery) && first.last == "/token", "\(first)")
      // The metadata was saved, so the next refresh is one request.
      try await home.age()
      #expect(try await home.pixy(["token"]).status == 0)
      #expect(server.paths == ["/token"])
    }
  }

  @Test func `A refresh after a resource's 401 uses the server's current metadata`() async throws {
    try await SignedInHome.with { signedIn in
      let old = try await signedIn.token()
      try await signedIn.home.changeRecord { record in
        record["metadata_found_at"] = .integer(Int64(Date().timeIntervalSince1970) - 90_000)
        var metadata = record["metadata"]?.object ?? [:]
        // No refresh token may go to a former token endpoint.
        metadata["token_endpoint"] = .string("\(signedIn.issuer)/api/old-token-endpoint")
        record["metadata"] = .object(metadata)
      }
      signedIn.server.refuse(old)
      let outcome = try await signedIn.pixy(["request", "GET", "\(signedIn.issuer)/api/echo"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!signedIn.server.seen.contains { $0.path == "/api/old-token-endpoint" })
      #expect(try await signedIn.token() != old)
    }
  }

  @Test func `A sign-out uses the saved revocation endpoint if the metadata has none today`() async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await Self.ageMetadata(home)
      for path in Self.discovery { server.refuse(path) }
      _ = server.paths
      let logout = try await home.pixy(["logout"])
      #expect(logout.status == 0 && logout.errors.contains("the tokens were revoked at the server"), "\(logout.errors)")
      #expect(server.paths.contains("/revoke"))
    }
  }

  /// A server that doesn't revoke access tokens (RFC 7009 §2.2.1).
  private struct RefreshTokensOnly: HTTPServing {
    let server: any HTTPServing
    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
      guard request.path == "/revoke", String(decoding: body, as: UTF8.self).contains("=access_token") else {
        return await server.respond(to: request, body: body)
      }
      return .json(["error": "unsupported_token_type"], status: .badRequest)
    }
  }

  @Test func `A sign-out says that the tokens were revoked only if they were`() async throws {
    try await WatchedServer.with(make: { RefreshTokensOnly(server: try CommandTests.server($0)) }) {
      server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      let logout = try await home.pixy(["logout", "--json"])
      #expect(logout.status == 0 && logout.output.contains(#""revoked":false"#), "\(logout)")
      #expect(logout.errors.contains("the refresh token was revoked at the server"), "\(logout.errors)")
      #expect(logout.errors.contains("the access token was not, and may stay valid for "), "\(logout.errors)")
    }
  }

  // Other tools lose the replaced refresh token when their process is killed.
  @Test(arguments: [["refresh"], ["token"], ["env"], ["whoami"]])
  func `Ctrl-C while a refresh is under way loses nothing`(_ command: [String]) async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      let (gate, interrupt) = (server.hold("/token"), Gate())
      async let outcome = home.pixy(beside: command, interruptedBy: interrupt) { _ in }
      await gate.arrived()
      interrupt.open()
      let ended = try await outcome
      #expect(ended.status == 130 && ended.output.isEmpty && ended.errors.contains("cancelled"), "\(ended)")
      #expect(ended.errors.contains("the refresh goes on in the background"), "\(ended)")
      _ = server.paths
      gate.open()
      // The new tokens are saved, and their refresh token is the valid one.
      #expect(try await home.pixy(["token"]).status == 0 && server.paths.isEmpty)
      #expect(try await home.pixy(["refresh"]).status == 0)
    }
  }

  @Test func `A new token of a service stays bound to the key of the old one`() async throws {
    try await GrantTests().withServer { issuer, key, home in
      let login = try await home.pixy([
        "login", issuer, "--client-id", "service", "--client-key-file", key, "--scope", "notes", "--grant",
        "client_credentials", "--dpop",
      ])
      #expect(login.status == 0, "\(login.errors)")
      let refreshed = try await home.pixy(["refresh", "--json"])
      let members = try #require(try JSONValue(bytes: Array(refreshed.output.utf8)).object, "\(refreshed.errors)")
      #expect(refreshed.status == 0 && members["token_type"] == "DPoP")
      #expect(try await home.pixy(["status"]).output.contains("bound to a key"))
    }
  }

  @Test func `A service that was signed out meanwhile is not signed in again`() async throws {
    try await GrantTests().withServer { issuer, key, home in
      let login = try await home.pixy([
        "login", issuer, "--client-id", "service", "--client-key-file", key, "--scope", "notes", "--grant",
        "client_credentials",
      ])
      #expect(login.status == 0, "\(login.errors)")
      let store = SignedOutStore(try await home.store())
      let environment = ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"]
      let folders = try UserFolders(app: "pixy-cli", environment: environment)
      let directory = AccountDirectory(
        store: store, folders: folders, environment: environment, current: .init(folder: folders.data))
      let kept = try await directory.account(nil)
      let session = try await AccountSession(
        kept, in: directory, through: kept.record.server.transport(), logger: CommandTests.silent)
      await #expect(throws: SignInNeeded.self) { _ = try await session.refreshed() }
      #expect(try await store.tokens(for: kept.account) == nil)
    }
  }
}

/// A store in which another process signs out before an account's lock is acquired for the second
/// time.
private final class SignedOutStore: TokenStore {
  private let store: any TokenStore
  private let locks = Mutex(0)

  init(_ store: any TokenStore) {
    self.store = store
  }

  var location: StorageLocation { store.location }

  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    try await store.tokens(for: account)
  }

  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    try await store.save(tokens, for: account)
  }

  func delete(_ account: Account) async throws(TokenStoreError) { try await store.delete(account) }

  func accounts() async throws(TokenStoreError) -> [Account] { try await store.accounts() }

  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    try await store.currentAccount(of: provider)
  }

  func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    try await store.setCurrentAccount(account)
  }

  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let count = locks.withLock { count in
      count += 1
      return count
    }
    if count == 2 { try await store.delete(account) }
    return try await store.withLock(on: account, body)
  }
}
