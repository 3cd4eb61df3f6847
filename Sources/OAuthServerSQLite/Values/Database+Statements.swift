internal import GRDB
internal import GRDBSQLite

/// Statements that GRDB compiles and caches, executed by SQLite's own functions. The overhead of
/// GRDB's execution is as long as the work of a small statement.
extension Database {
  /// Executes one statement, which is compiled when it is first used.
  ///
  /// - Parameters:
  ///   - sql: The statement, a constant.
  ///   - arguments: One value for each question mark.
  /// - Returns: The number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> Int {
    try rows(of: sql, arguments) { while try $0() != nil {} }
    return changesCount
  }

  /// Returns the first row of a statement, converted while the statement is at it.
  ///
  /// - Parameters:
  ///   - sql: The statement, a constant.
  ///   - arguments: One value for each question mark.
  ///   - read: Converts the row.
  func first<Result>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: (inout Columns) throws -> Result
  ) throws -> Result? {
    try rows(of: sql, arguments) { next in
      guard var columns = try next() else { return nil }
      return try read(&columns)
    }
  }

  /// Returns all rows of a statement, converted.
  ///
  /// - Parameters:
  ///   - sql: The statement, a constant.
  ///   - arguments: One value for each question mark.
  ///   - read: Converts a row.
  func all<Result>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: (inout Columns) throws -> Result
  ) throws -> [Result] {
    try rows(of: sql, arguments) { next in
      var results: [Result] = []
      while var columns = try next() { results.append(try read(&columns)) }
      return results
    }
  }

  /// Returns whether a statement has any row.
  func has(_ sql: String, _ arguments: [DatabaseValue]) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }

  /// - Parameter body: Calls its argument for each row, which returns `nil` after the last one.
  private func rows<Result>(
    of sql: String, _ arguments: [DatabaseValue], _ body: (() throws -> Columns?) throws -> Result
  ) throws -> Result {
    let statement = try cachedStatement(sql: sql)
    return try withExtendedLifetime(statement) {
      let rows = unsafe StatementRows(statement.sqliteStatement, of: sqliteConnection)
      defer { rows.end() }
      try rows.bind(arguments)
      return try body { try rows.next() }
    }
  }
}
