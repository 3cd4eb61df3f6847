internal import GRDB
internal import GRDBSQLite
internal import OAuthServerSQL

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
  func bind(_ arguments: [SQLValue]) throws {
    for (index, argument) in arguments.enumerated() {
      let code = bind(argument, at: CInt(index + 1))
      guard code == SQLITE_OK else { throw unsafe DatabaseError(code, connection) }
    }
  }

  private func bind(_ value: SQLValue, at index: CInt) -> CInt {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
    // SQLite copies the bytes before the call returns. It takes an empty buffer's address, nil, for
    // NULL.
    case .text(""): return unsafe sqlite3_bind_text(statement, index, "", 0, Self.copyDestructor)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe sqlite3_bind_text(statement, index, $0.baseAddress, CInt($0.count), Self.copyDestructor)
        }
      }
    case .bytes([]): return unsafe sqlite3_bind_zeroblob(statement, index, 0)
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), Self.copyDestructor)
      }
    }
  }

  /// SQLite's value for bytes that it has to copy.
  // Safe: SQLite compares the address and never calls it.
  private static var copyDestructor: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Goes to the next row.
  /// - Returns: `nil` after the last row. Columns must be read before the next call.
  /// - Throws: `DatabaseError`.
  func next() throws -> StatementRow? {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return unsafe StatementRow(statement)
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
