/// A statement with the values of its parameters.
package struct SQLStatement: Sendable {
  /// The statement, a constant with a question mark for each parameter. Databases compile it once.
  package let sql: String
  /// One value for each question mark.
  package let arguments: [SQLValue]

  package init(_ sql: String, _ arguments: [SQLValue]) {
    self.sql = sql
    self.arguments = arguments
  }
}
