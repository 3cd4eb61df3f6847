#if SQLite
internal import GRDB

extension Database {
  /// Executes one statement, which is compiled at its first use.
  ///
  /// - Parameters:
  ///   - sql: a text that never changes; values go into the arguments.
  ///   - arguments: as many values as there are question marks; not checked, so that it is quick.
  /// - Returns: how many rows were changed.
  @discardableResult
  func run(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> Int {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(StatementArguments(bound: arguments))
    try statement.execute()
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
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(bound: arguments))
    // The cursor resets the statement when it goes.
    return try withExtendedLifetime(rows) {
      guard try rows.next() != nil else { return nil }
      var columns = unsafe Columns(statement.sqliteStatement)
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
    let statement = try cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(bound: arguments))
    var results: [Result] = []
    while try rows.next() != nil {
      var columns = unsafe Columns(statement.sqliteStatement)
      results.append(try read(&columns))
    }
    return results
  }

  /// Whether a statement gives any row.
  func has(_ sql: String, _ arguments: [DatabaseValue]) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }
}

extension StatementArguments {
  /// As `init(_:)` of values that are of one type, which makes a key path for each call: that took longer than many a statement.
  fileprivate init(bound values: [DatabaseValue]) {
    self.init(values.lazy.map { $0 as (any DatabaseValueConvertible)? })
  }
}
#endif
