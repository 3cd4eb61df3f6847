internal import OAuthServerSQL

/// The statements of a job on a connection.
struct PostgreSQLTransaction: SQLTransaction {
  private let connection: PostgreSQLConnection
  let isRepeated: Bool
  private let firstStatement: Announced

  /// The result of the statement that the job announced.
  private final class Announced {
    var result: (sql: String, result: PostgreSQLResult)?

    init(_ result: (sql: String, result: PostgreSQLResult)?) { self.result = result }
  }

  /// - Parameters:
  ///   - first: The statement that the job announced, with its result.
  ///   - isRepeated: Whether an earlier commit of the job may have succeeded.
  init(
    _ connection: PostgreSQLConnection, first: (sql: String, result: PostgreSQLResult)? = nil, isRepeated: Bool = false
  ) {
    self.connection = connection
    self.isRepeated = isRepeated
    firstStatement = Announced(first)
  }

  var rowLock: String { " FOR UPDATE" }

  func continueNumbers() throws {
    try perform(
      """
      SELECT setval(pg_get_serial_sequence('audit_records', 'id'), greatest(max(id), 1), max(id) IS NOT NULL)
        FROM audit_records
      """, [])
  }

  func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int { try result(sql, arguments).changedRows }

  func perform(_ sql: String, _ arguments: [SQLValue]) throws {
    firstStatement.result = nil
    try connection.send(sql, arguments)
  }

  func read(_ sql: String, _ arguments: [SQLValue], _ read: (inout Columns) throws -> Bool) throws {
    try result(sql, arguments).forEach(read)
  }

  private func result(_ sql: String, _ arguments: [SQLValue]) throws -> PostgreSQLResult {
    defer { firstStatement.result = nil }
    if let (announcedSQL, result) = firstStatement.result, announcedSQL == sql { return result }
    try connection.send(sql, arguments)
    guard let result = try connection.finish() else { throw PostgreSQLFailure.lost("a result is missing") }
    return result
  }
}
