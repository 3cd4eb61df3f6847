internal import GRDB
internal import GRDBSQLite

/// Statements that GRDB compiles once and keeps, executed by SQLite's own functions: what GRDB does around each one takes as long as
/// many a statement.
extension Database {
  /// Executes one statement, which is compiled at its first use.
  ///
  /// - Parameters:
  ///   - sql: a text that never changes; values go into the arguments.
  ///   - arguments: as many values as there are question marks.
  /// - Returns: how many rows were changed.
  @discardableResult
  func run(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> Int {
    try rows(of: sql, arguments) { while try $0() != nil {} }
    return changesCount
  }

  /// The first row that a statement gives, read while the statement is at it.
  ///
  /// - Parameters:
  ///   - sql: a text that never changes.
  ///   - arguments: as many values as there are question marks.
  ///   - read: makes something of the row.
  func first<Result>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: (inout Columns) throws -> Result
  ) throws -> Result? {
    try rows(of: sql, arguments) { next in
      guard var columns = try next() else { return nil }
      return try read(&columns)
    }
  }

  /// What is made of all rows that a statement gives.
  ///
  /// - Parameters:
  ///   - sql: a text that never changes.
  ///   - arguments: as many values as there are question marks.
  ///   - read: makes something of a row.
  func all<Result>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: (inout Columns) throws -> Result
  ) throws -> [Result] {
    try rows(of: sql, arguments) { next in
      var results: [Result] = []
      while var columns = try next() { results.append(try read(&columns)) }
      return results
    }
  }

  /// Whether a statement gives any row.
  func has(_ sql: String, _ arguments: [DatabaseValue]) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }

  /// - Parameter body: calls what it gets for each row; it gives `nil` after the last one.
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
