#if os(Linux)
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing

@testable import TokenStorage

/// The store in KeePassXC (tried with 2.7.4), which answers every change with a prompt.
@Suite(
  .enabled(if: PrivateKeyring.hasKeePassXC, "Scripts/with/keyring runs these tests where KeePassXC is"), .serialized)
struct SecretServiceKeePassXCTests {
  let ada: Account
  let tokens = StoredTokens(
    accessToken: Secret("secret-access"), refreshToken: Secret("secret-refresh"),
    receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    ada = try Account(provider: "https://accounts.example.com", name: "ada")
  }

  // A window for each sign-in would be too much, and the entry contains nothing.
  @Test func `The test entry stays where KeePassXC would ask about its removal`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.confirmsDeletion])
      for _ in 0..<2 {
        try await keyring.store().checkSaving()
        #expect(try await items(in: keyring).count == 1)
      }
      #expect(try await keyring.store().accounts().isEmpty)
    }
  }

  @Test func `A database that exposes no group is an error at once, and says what to do`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC(exposed: false)
      let store = keyring.store()
      await expect(.noKeyring) { try await store.check() }
      // KeePassXC would open a window for the search, and reply after it.
      await expect(.noKeyring) { _ = try await store.accounts() }
      await expect(.noKeyring) { _ = try await store.tokens(for: ada) }
      await expect(.noKeyring) { try await store.save(tokens, for: ada) }
      #expect(TokenStoreError(.noKeyring).remedy.contains("expose a group"))
    }
  }

  @Test func `A locked database is an error at once, without a window`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC(unlocked: false)
      let store = keyring.store()
      await expect(.locked) { try await store.checkSaving() }
      await expect(.locked) { _ = try await store.accounts() }
      await expect(.locked) { _ = try await store.tokens(for: ada) }
      await expect(.locked) { try await store.save(tokens, for: ada) }
      await expect(.timedOut) { try await keyring.store(limit: .seconds(1)).unlock(within: .milliseconds(500)) }
    }
  }

  private func items(in keyring: PrivateKeyring) async throws -> [Keyring.Item] {
    try await keyring.work { keyring throws(TokenStoreError) in try keyring.items(["application": "pixy-tests"]) }
      + keyring.work { keyring throws(TokenStoreError) in try keyring.items(["application": "pixy"]) }
  }

  private func expect(_ kind: TokenStoreError.Kind, _ body: () async throws -> Void) async {
    let error = await #expect(throws: TokenStoreError.self) { try await body() }
    #expect(error?.kind == kind, "\(error.map(\.explanation) ?? "nothing")")
  }
}
#endif
