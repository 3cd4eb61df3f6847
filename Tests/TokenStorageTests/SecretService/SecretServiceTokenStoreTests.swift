#if os(Linux)
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@Suite(.enabled(if: PrivateKeyring.isAvailable, "Scripts/keyring runs these tests where a keyring is"))
struct SecretServiceTokenStoreTests {
  private let ada: Account
  private let tokens = StoredTokens(
    accessToken: Secret("secret-access"), refreshToken: Secret("secret-refresh"),
    receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    ada = try Account(provider: "https://accounts.example.com", name: "ada")
  }

  @Test(arguments: TokenStoreCompatibility.checks)
  func `The Secret Service store keeps its promises`(_ check: TokenStoreCompatibility.Check) async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await check.run { keyring.store() }
    }
  }
}
#endif
