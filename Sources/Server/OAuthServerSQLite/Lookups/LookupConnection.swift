internal import GRDB
internal import OAuthServerSQL
internal import Synchronization

/// A read-only connection that finds rows by their keys with SQLite's own functions.
///
/// GRDB's work around a read (its queue, a copy of the row, observers of transactions) takes longer
/// than the look-up. The lock is never contended, because ``Lookups`` gives a connection to one
/// thread at a time. It makes the type safe by itself.
final class LookupConnection: Sendable {
  private let statements: Mutex<LookupStatements>

  /// - Throws: `DatabaseError`.
  init(_ path: String) throws {
    statements = Mutex(try LookupStatements.open(path))
  }

  /// Returns the first row of a statement; see ``DatabaseWork/find(_:_:_:)``.
  ///
  /// - Throws: `DatabaseError`, after which the connection must not be used again; any error of
  ///   `convert`.
  func first<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    try statements.withLock { try $0.first(sql, arguments, convert) }
  }
}
