internal import GRDB
internal import Synchronization

/// A connection that can only read, for finding rows by their keys with SQLite's own functions.
///
/// What GRDB does around a read (its queue, a copy of the row, observers of transactions) takes longer than such a look-up. The lock
/// is never waited for where ``Lookups`` gives a connection to one thread at a time; it is there so that nothing depends on that.
final class LookupConnection: Sendable {
  private let statements: Mutex<LookupStatements>

  /// - Throws: `DatabaseError`.
  init(_ path: String) throws {
    statements = Mutex(try LookupStatements.open(path))
  }

  /// The first row that a statement gives; see ``DatabaseWork/find(_:_:_:)``.
  ///
  /// - Throws: `DatabaseError`, after which the connection shouldn't be used any more; what `read` throws.
  func first<Result: Sendable>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    try statements.withLock { try $0.first(sql, arguments, read) }
  }
}
