internal import GRDBSQLite
internal import OAuthServer
internal import OAuthServerSQL

/// The row at which a statement is.
// Safe: creating one is `unsafe`, and its creator keeps the statement at its row. `Columns` asks
// for indices below SQLite's count, and values are copied before SQLite is called again.
@safe struct StatementRow: SQLRow {
  private let statement: OpaquePointer
  let count: Int

  /// - Parameter statement: A statement that stays at its row until the columns are read.
  init(_ statement: OpaquePointer) {
    unsafe self.statement = statement
    count = unsafe Int(sqlite3_column_count(statement))
  }

  func integer(at index: Int) throws -> Int64? {
    guard let place = try place(index, SQLITE_INTEGER, "a number is none") else { return nil }
    return unsafe sqlite3_column_int64(statement, place)
  }

  func text(at index: Int) throws -> String? {
    guard let place = try place(index, SQLITE_TEXT, "a text is none") else { return nil }
    // The bytes first, then their count, which belongs to the last conversion.
    let start = unsafe UnsafeRawPointer(sqlite3_column_text(statement, place))
    return unsafe String(decoding: try Self.bytes(start, sqlite3_column_bytes(statement, place)), as: UTF8.self)
  }

  func bytes(at index: Int) throws -> [UInt8]? {
    guard let place = try place(index, SQLITE_BLOB, "bytes are none") else { return nil }
    let start = unsafe sqlite3_column_blob(statement, place)
    return unsafe Array(try Self.bytes(start, sqlite3_column_bytes(statement, place)))
  }

  func value(at index: Int) throws -> SQLValue {
    switch unsafe sqlite3_column_type(statement, CInt(index)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: try integer(at: index).map { .integer($0) } ?? .null
    case SQLITE_TEXT: try text(at: index).map { .text($0) } ?? .null
    default: try bytes(at: index).map { .bytes($0) } ?? .null
    }
  }

  /// - Parameters:
  ///   - type: The expected type of the value.
  ///   - problem: The text of the error for another type.
  /// - Returns: The column's index; `nil` for NULL.
  private func place(_ index: Int, _ type: CInt, _ problem: String) throws -> CInt? {
    let place = CInt(index)
    switch unsafe sqlite3_column_type(statement, place) {
    case SQLITE_NULL: return nil
    case type: return place
    default: throw ServerDatabaseError.damaged(problem)
    }
  }

  /// Returns the bytes of a text or a blob.
  private static func bytes(_ start: UnsafeRawPointer?, _ count: CInt) throws -> UnsafeRawBufferPointer {
    // SQLite returns no address if it had no memory for the bytes.
    guard unsafe start != nil || count == 0 else {
      throw ServerDatabaseError(.failed, "a value did not fit into memory")
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
  }
}
