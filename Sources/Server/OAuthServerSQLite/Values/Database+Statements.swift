internal import GRDB
internal import GRDBSQLite
package import OAuthServerSQL

/// Statements that GRDB compiles and caches, executed by SQLite's own functions. The overhead of
/// GRDB's execution is as long as the work of a small statement.
extension Database: SQLTransaction {
  /// Empty: SQLite has one writer at a time.
  package var rowLock: String { "" }

  /// False: a commit of SQLite's succeeds or fails.
  package var isRepeated: Bool { false }

  /// Does nothing: SQLite's numbers continue by themselves.
  package func continueNumbers() {}

  /// Executes one statement, which is compiled when it is first used, and returns the number of
  /// changed rows.
  @discardableResult
  package func run(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int {
    try perform(sql, arguments)
    return changesCount
  }

  /// Executes one statement, which is compiled when it is first used.
  package func perform(_ sql: String, _ arguments: [SQLValue]) throws {
    try read(sql, arguments) { _ in true }
  }

  /// Executes one statement and reads its rows, each while the statement is at it.
  package func read(
    _ sql: String, _ arguments: [SQLValue], _ read: (inout Columns) throws -> Bool
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try withExtendedLifetime(statement) {
      let rows = unsafe StatementRows(statement.sqliteStatement, of: sqliteConnection)
      defer { rows.end() }
      try rows.bind(arguments)
      while let row = try rows.next() {
        var columns = Columns(row)
        guard try read(&columns) else { return }
      }
    }
  }
}
