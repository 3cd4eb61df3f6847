import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct InMemoryServerDatabaseTests {
  @Test(arguments: ServerDatabaseCompatibility.checks)
  func `The database in memory keeps its promises`(_ check: ServerStoreCheck<any ServerDatabase>) async throws {
    let database = InMemoryServerDatabase(clock: ManualClock().wallClock)
    try await check.run { database }
  }
}
