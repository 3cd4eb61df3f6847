import Logging
import OAuthServer
import OAuthServerPostgreSQL

/// Makes a server with a database in PostgreSQL.
func serverOnPostgreSQL(
  configuration: AuthorizationServerConfiguration, hasher: PasswordHasher, pages: any Pages, logger: Logger
) async throws -> AuthorizationServer {
  let database = try await PostgreSQLServerDatabase.open(
    "postgresql://pixy@db1,db2,db3/pixy?sslmode=verify-full")
  let server = AuthorizationServer(
    configuration: configuration, database: database, clients: database,
    users: PasswordDirectory(database, hasher: hasher), pages: pages, clock: database.clock, logger: logger)
  return server
}
