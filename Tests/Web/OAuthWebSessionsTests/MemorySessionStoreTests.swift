import OAuthCore
import OAuthTestSupport
import OAuthWebSessions
import Testing

@Suite("A session store in memory") struct MemorySessionStoreTests {
  @Test(arguments: SessionStoreCompatibility.checks)
  func `meets every requirement`(_ check: StoreCheck<any SessionStore>) async throws {
    let store = MemorySessionStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `completes each sign-in once`(
    _ check: StoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let clock = ManualClock()
    let store = MemorySessionStore(clock: clock.wallClock)
    try await check.run { (store, clock) }
  }
}
