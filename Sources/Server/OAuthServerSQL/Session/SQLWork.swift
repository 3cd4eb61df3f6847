package import OAuthServer

/// The work on one database.
package protocol SQLWork: Sendable {
  /// Changes the database in one atomic step, and returns when the change is durable.
  ///
  /// - Parameters:
  ///   - locks: The names of everything that the step reads before it changes anything.
  ///   - first: The statement that `body` executes first, if it is known. A database may send it
  ///     earlier, together with the first statements of other steps.
  ///   - body: The change, called on a thread of the database, in a transaction that it may share
  ///     with others. If it throws, its changes are undone. It may be called again after everything
  ///     was undone. So it may read only the database and constants, and change only the database.
  /// - Throws: `ServerDatabaseError`.
  func write<Result: Sendable>(
    locking locks: [SQLLock], first: SQLStatement?, _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result

  /// Changes the database with one of the next commits, and returns at once.
  ///
  /// - Parameters:
  ///   - body: The change, as for ``write(locking:first:_:)``.
  ///   - failed: Called on a thread of the database if nothing was changed.
  func submit(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Void,
    failed: @escaping @Sendable (ServerDatabaseError) -> Void)

  /// Finds one row by its key.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is a transaction of its own. A constant, because it is compiled
  ///     once.
  ///   - arguments: One value for each question mark.
  ///   - convert: Converts the row.
  /// - Returns: `nil` if there is no row.
  /// - Throws: `ServerDatabaseError`.
  func find<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @escaping @Sendable (inout Columns) throws -> Result
  ) async throws -> Result?

  /// Reads any number of rows.
  ///
  /// - Throws: `ServerDatabaseError`.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result
}

extension SQLWork {
  func write<Result: Sendable>(
    locking locks: [SQLLock], _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await write(locking: locks, first: nil, body)
  }
}
