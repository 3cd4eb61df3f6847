#if SQLite
import Logging
import OAuthCore
import OAuthServer
import OAuthServerSQLite

/// Runs a server with a database, and removes expired rows meanwhile.
func serveWithADatabase(
  configuration: AuthorizationServerConfiguration, hasher: PasswordHasher, pages: any Pages, logger: Logger,
  answerRequests: @escaping @Sendable (AuthorizationServer) async throws -> Void
) async throws {
  SQLiteServerDatabase.keepNoMemoryAccounts()
  let database = try await SQLiteServerDatabase.open(path: "/var/lib/login/server.db")
  let server = AuthorizationServer(
    configuration: configuration, database: database, clients: database,
    users: PasswordDirectory(database, hasher: hasher), pages: pages, logger: logger)

  try await withThrowingTaskGroup { group in
    group.addTask { await database.sweep { logger.error("\($0)") } }
    group.addTask { try await answerRequests(server) }
    try await group.next()
    group.cancelAll()
  }
}
#endif
