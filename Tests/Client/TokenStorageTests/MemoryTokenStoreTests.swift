import OAuthTestSupport
import Testing
import TokenStorage

struct MemoryTokenStoreTests {
  @Test(arguments: TokenStoreCompatibility.checks)
  func `The memory store is compatible`(_ check: StoreCheck<any TokenStore>) async throws {
    let store = MemoryTokenStore()
    try await check.run { store }
  }
}
