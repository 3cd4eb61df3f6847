import OAuthTestSupport
import Testing
import TokenStorage

struct MemoryTokenStoreTests {
  @Test(arguments: TokenStoreCompatibility.checks)
  func `The memory store is compatible`(_ check: TokenStoreCompatibility.Check) async throws {
    let store = MemoryTokenStore()
    try await check.run { store }
  }
}
