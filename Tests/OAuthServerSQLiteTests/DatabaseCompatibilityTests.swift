import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct DatabaseCompatibilityTests {
  @Test(arguments: ServerDatabaseCompatibility.checks)
  func `The SQLite database keeps the promises of ServerDatabase`(_ check: ServerStoreCheck<any ServerDatabase>)
    async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }

  @Test(arguments: ServerAdministrationCompatibility.checks)
  func `The SQLite database keeps the promises of ServerAdministration`(
    _ check: ServerStoreCheck<any ServerDatabase & ServerAdministration>
  ) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }
}
