/// A database's transaction. It executes the statements of an operation.
package protocol SQLTransaction {
  /// The end of a `SELECT` whose rows no other transaction may change before this one ends. It is
  /// empty if only one transaction changes the database at a time.
  var rowLock: String { get }

  /// Whether an earlier commit of the same work may have succeeded: its server was lost before it answered.
  var isRepeated: Bool { get }

  /// Executes a statement and returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int

  /// Executes a statement whose result the operation doesn't need. It may be executed later, but
  /// before the next statement with a result. Its error may come later, but before the commit.
  func perform(_ sql: String, _ arguments: [SQLValue]) throws

  /// Lets the numbers that the database itself gives to audit records continue after the greatest one.
  func continueNumbers() throws

  /// Executes a statement and reads its rows.
  ///
  /// - Parameter read: Reads a row. It returns whether it wants the next one.
  func read(_ sql: String, _ arguments: [SQLValue], _ read: (inout Columns) throws -> Bool) throws
}

extension SQLTransaction {
  @discardableResult
  package func run(_ statement: SQLStatement) throws -> Int { try run(statement.sql, statement.arguments) }

  /// Returns the first row of a statement, converted.
  ///
  /// - Parameters:
  ///   - sql: The statement, a constant.
  ///   - arguments: One value for each question mark.
  ///   - convert: Converts the row.
  package func first<Result>(
    _ sql: String, _ arguments: [SQLValue], _ convert: (inout Columns) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try read(sql, arguments) { columns in
      result = try convert(&columns)
      return false
    }
    return result
  }

  /// Returns all rows of a statement, converted.
  ///
  /// - Parameters:
  ///   - sql: The statement, a constant.
  ///   - arguments: One value for each question mark.
  ///   - convert: Converts a row.
  package func all<Result>(
    _ sql: String, _ arguments: [SQLValue], _ convert: (inout Columns) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try read(sql, arguments) { columns in
      results.append(try convert(&columns))
      return true
    }
    return results
  }

  /// Returns whether a statement has any row.
  package func has(_ sql: String, _ arguments: [SQLValue]) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }

  package func has(_ statement: SQLStatement) throws -> Bool { try has(statement.sql, statement.arguments) }
}
