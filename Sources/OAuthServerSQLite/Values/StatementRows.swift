internal import GRDB
internal import GRDBSQLite

/// The rows that a compiled statement gives, one after the other.
// Safe: making one is `unsafe`, and its maker keeps the statement and the connection alive; GRDB and `LookupStatements` let one thread use
// them at a time.
@safe struct StatementRows {
  private let statement: OpaquePointer
  private let connection: OpaquePointer?

  /// - Parameters:
  ///   - statement: one that isn't being executed; it lives as long as this is used.
  ///   - connection: where it was compiled, for the words of its errors.
  init(_ statement: OpaquePointer, of connection: OpaquePointer?) {
    unsafe self.statement = statement
    unsafe self.connection = connection
  }

  /// - Parameter arguments: as many values as there are question marks.
  /// - Throws: `DatabaseError`.
  func bind(_ arguments: [DatabaseValue]) throws {
    for (index, argument) in arguments.enumerated() {
      let code = unsafe argument.bind(to: statement, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw unsafe DatabaseError(code, connection) }
    }
  }

  /// Goes to the next row.
  /// - Returns: `nil` after the last one. Columns are read before the next call.
  /// - Throws: `DatabaseError`.
  func next() throws -> Columns? {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return unsafe Columns(statement)
    case SQLITE_DONE: return nil
    case let code: throw unsafe DatabaseError(code, connection)
    }
  }

  /// Makes the statement ready for its next use, and ends its transaction if it was one of its own, so that the next one sees what was
  /// committed meanwhile. What SQLite returns here is how the last step ended, which was looked at.
  func end() {
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }
}

extension DatabaseError {
  /// What SQLite says of its last call: it names tables and columns, and no values.
  init(_ code: CInt, _ connection: OpaquePointer?) {
    let message = unsafe sqlite3_errmsg(connection)
    self.init(resultCode: ResultCode(rawValue: code), message: unsafe message.map { unsafe String(cString: $0) })
  }
}
