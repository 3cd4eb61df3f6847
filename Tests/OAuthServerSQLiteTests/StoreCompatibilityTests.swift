#if SQLite
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct StoreCompatibilityTests {
  @Test(arguments: AuthorizationCodeStoreCompatibility.checks)
  func `The store of codes keeps its promises`(_ check: ServerStoreCheck<any AuthorizationCodeStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().codes }
  }

  @Test(arguments: IssuedTokenStoreCompatibility.checks)
  func `The store of tokens keeps its promises`(_ check: ServerStoreCheck<any IssuedTokenStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().tokens }
  }

  @Test(arguments: DeviceCodeStoreCompatibility.checks)
  func `The store of devices' sign-ins keeps its promises`(_ check: ServerStoreCheck<any DeviceCodeStore>) async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().deviceCodes }
  }
}
#endif
