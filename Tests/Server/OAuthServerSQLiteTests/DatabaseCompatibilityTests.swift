import Evidence
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct DatabaseCompatibilityTests {
  @Test(.covers("CVE-2026-33504"), arguments: ServerDatabaseCompatibility.checks)
  func `The SQLite database keeps the promises of ServerDatabase`(_ check: StoreCheck<any ServerDatabase>)
    async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }

  @Test(arguments: ServerAdministrationCompatibility.checks)
  func `The SQLite database keeps the promises of ServerAdministration`(
    _ check: StoreCheck<any ServerDatabase & ServerAdministration>
  ) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open() }
  }

  @Test(arguments: ClientStoreCompatibility.checks)
  func `The SQLite database keeps the promises of ClientStore`(_ check: StoreCheck<any ClientStore>) async throws {
    let database = try TemporaryDatabase()
    let first = try await database.open()
    for client in try ClientStoreCompatibility.clients() { try await first.saveClient(client) }
    try await check.run { try await database.open() }
  }

  @Test(arguments: PasswordStoreCompatibility.checks)
  func `The SQLite database keeps the promises of PasswordStore`(_ check: StoreCheck<any PasswordStore>)
    async throws
  {
    let database = try TemporaryDatabase()
    let first = try await database.open()
    for (user, password) in try PasswordStoreCompatibility.people() {
      #expect(try await first.addUser(user, password: password))
    }
    try await check.run { try await database.open() }
  }
}
