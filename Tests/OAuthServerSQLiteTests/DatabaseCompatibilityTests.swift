import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct DatabaseCompatibilityTests {
  @Test(arguments: ServerDatabaseCompatibility.checks)
  func `The database on a disk keeps its promises`(_ check: ServerStoreCheck<any ServerDatabase>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }

  @Test(arguments: ServerAdministrationCompatibility.checks)
  func `The database on a disk is administered as promised`(
    _ check: ServerStoreCheck<any ServerDatabase & ServerAdministration>
  ) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }
}
