internal import GRDB
internal import GRDBSQLite

/// The rows of a compiled statement, one after the other.
// Safe: creating one is `unsafe`, and its creator keeps the statement and the connection alive.
// GRDB and `LookupStatements` let one thread use them at a time.
@safe struct StatementRows {
  private let statement: OpaquePointer
  private let connection: OpaquePointer?

  /// - Parameters:
  ///   - statement: A statement that isn't being executed.
  ///   - connection: The statement's connection, which has the texts of errors.
  init(_ statement: OpaquePointer, of connection: OpaquePointer?) {
    unsafe self.statement = statement
    unsafe self.connection = connection
  }

  /// - Parameter arguments: One value for each question mark.
  /// - Throws: `DatabaseError`.
  func bind(_ arguments: [DatabaseValue]) throws {
    for (index, argument) in arguments.enumerated() {
      let code = unsafe argument.bind(to: statement, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw unsafe DatabaseError(code, connection) }
    }
  }

  /// Goes to the next row.
  /// - Returns: `nil` after the last row. Columns must be read before the next call.
  /// - Throws: `DatabaseError`.
  func next() throws -> Columns? {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return unsafe Columns(statement)
    case SQLITE_DONE: return nil
    case let code: throw unsafe DatabaseError(code, connection)
    }
  }

  /// Resets the statement for its next use, and ends its transaction if it had one of its own, so
  /// that the next use sees later commits. SQLite returns the result of the last step here, which
  /// was read already.
  func end() {
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }
}

extension DatabaseError {
  /// Creates an error with SQLite's text for its last call, which names tables and columns, and
  /// quotes no values.
  init(_ code: CInt, _ connection: OpaquePointer?) {
    let message = unsafe sqlite3_errmsg(connection)
    self.init(resultCode: ResultCode(rawValue: code), message: unsafe message.map { unsafe String(cString: $0) })
  }
}
