import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct ServerStoreCompatibilityTests {
  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `InMemoryUsedTokenIDs meets every requirement`(
    _ check: StoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let clock = ManualClock()
    let ids = InMemoryUsedTokenIDs(clock: clock.wallClock)
    try await check.run { (ids, clock) }
  }

  @Test(arguments: ClientStoreCompatibility.checks)
  func `InMemoryClientStore meets every requirement`(_ check: StoreCheck<any ClientStore>) async throws {
    let store = InMemoryClientStore(try ClientStoreCompatibility.clients())
    try await check.run { store }
  }

  @Test(arguments: PasswordStoreCompatibility.checks)
  func `InMemoryPasswordStore meets every requirement`(_ check: StoreCheck<any PasswordStore>) async throws {
    let store = InMemoryPasswordStore(try PasswordStoreCompatibility.people())
    try await check.run { store }
  }
}
