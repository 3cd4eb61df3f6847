import OAuthTestSupport
import Testing
import TokenStorage

struct MemoryTokenStoreTests {
  @Test(arguments: TokenStoreCompatibility.checks)
  func `The memory store keeps its promises`(_ check: TokenStoreCompatibility.Check) async throws {
    let store = MemoryTokenStore()
    try await check.run { store }
  }
}
