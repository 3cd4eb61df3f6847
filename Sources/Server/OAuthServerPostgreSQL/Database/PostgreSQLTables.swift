internal import Dispatch
package import OAuthCore
package import OAuthServer
package import OAuthServerSQL

/// The tables of another library of Pixy, which uses the server's way to PostgreSQL.
package enum PostgreSQLTables {
  /// Connects to a database, and creates the tables if it has none.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq.
  ///   - migrations: The statements that lead from each version to the next one. The version before can
  ///     always work with the tables. A migration that was released never changes.
  ///   - versionTable: The table with the number of migrations.
  ///   - count: The number of connections that change the database; half as many read.
  ///   - timeout: The time for which an operation is attempted while no server answers.
  /// - Returns: The work on the database, and the clock of the database's machine.
  /// - Throws: `ServerDatabaseError`.
  package static func open(
    _ address: String, migrations: [[String]], versionTable: String, connections count: Int, timeout: Duration
  ) async throws(ServerDatabaseError) -> (work: any SQLWork, clock: WallClock) {
    try await blocking { () throws(ServerDatabaseError) in
      let clock = DatabaseClock()
      do {
        let connection = try PostgreSQLConnection(address)
        let migrations = migrations.map { PostgreSQLSchema.Migration(statements: $0, keepsOldVersion: true) }
        try PostgreSQLSchema.prepare(connection, migrations: migrations, versionTable: versionTable, isShared: true)
        try clock.read(from: connection)
      } catch {
        throw ServerDatabaseError(during: error)
      }
      let work = PostgreSQLWork(address, connections: min(max(count, 1), 100), timeout: timeout, clock: clock)
      return (work, clock.wallClock)
    }
  }

  /// Runs work that blocks its thread on a thread of its own.
  static func blocking<Success: Sendable>(
    _ body: @escaping @Sendable () throws(ServerDatabaseError) -> Success
  ) async throws(ServerDatabaseError) -> Success {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Success, ServerDatabaseError>, Never>) in
      DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
