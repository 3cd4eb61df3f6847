internal import FoundationBasics
internal import GRDBSQLite
internal import OAuthCore
internal import OAuthServer

/// Reads the columns of a row in their order. Values that only a damaged file can have are errors,
/// not traps.
// Safe: creating one is `unsafe`, and its creator keeps the statement at its row. Indices are below
// SQLite's count, and values are copied before SQLite is called again.
@safe struct Columns: ~Copyable {
  private let statement: OpaquePointer
  private let count: CInt
  private var index: CInt = 0

  /// - Parameter statement: A statement that stays at its row until the columns are read.
  init(_ statement: OpaquePointer) {
    unsafe self.statement = statement
    count = unsafe sqlite3_column_count(statement)
  }

  /// Goes to the next column.
  /// - Parameters:
  ///   - type: The expected type of the value.
  ///   - problem: The text of the error for another type.
  /// - Returns: The column's index; `nil` for NULL.
  private mutating func next(_ type: CInt, _ problem: String) throws -> CInt? {
    guard index < count else { throw ServerDatabaseError.damaged("a column is missing") }
    defer { index += 1 }
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_NULL: return nil
    case type: return index
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

  mutating func optionalInteger() throws -> Int64? {
    guard let place = try next(SQLITE_INTEGER, "a number is none") else { return nil }
    return unsafe sqlite3_column_int64(statement, place)
  }

  mutating func integer() throws -> Int64 {
    guard let number = try optionalInteger() else { throw ServerDatabaseError.damaged("a number is missing") }
    return number
  }

  mutating func optionalText() throws -> String? {
    guard let place = try next(SQLITE_TEXT, "a text is none") else { return nil }
    // The bytes first, then their count, which belongs to the last conversion.
    let start = unsafe UnsafeRawPointer(sqlite3_column_text(statement, place))
    return unsafe String(decoding: try Self.bytes(start, sqlite3_column_bytes(statement, place)), as: UTF8.self)
  }

  mutating func text() throws -> String {
    guard let text = try optionalText() else { throw ServerDatabaseError.damaged("a text is missing") }
    return text
  }

  mutating func optionalBytes() throws -> [UInt8]? {
    guard let place = try next(SQLITE_BLOB, "bytes are none") else { return nil }
    let start = unsafe sqlite3_column_blob(statement, place)
    return unsafe Array(try Self.bytes(start, sqlite3_column_bytes(statement, place)))
  }

  mutating func bytes() throws -> [UInt8] {
    guard let bytes = try optionalBytes() else { throw ServerDatabaseError.damaged("bytes are missing") }
    return bytes
  }

  mutating func moment() throws -> Date { Date(microseconds: try integer()) }

  mutating func optionalMoment() throws -> Date? { try optionalInteger().map(Date.init(microseconds:)) }

  mutating func hash() throws -> SecretHash {
    guard let hash = SecretHash(bytes: try bytes()) else { throw ServerDatabaseError.damaged("a hash is none") }
    return hash
  }

  mutating func scope() throws -> Scope {
    guard let scope = try? Scope(parameter: try text()) else { throw ServerDatabaseError.damaged("a scope is none") }
    return scope
  }

  mutating func details() throws -> ApprovalDetails {
    guard let details = try? ApprovalDetails(text: try text()) else {
      throw ServerDatabaseError.damaged("an approval's details are none")
    }
    return details
  }

  mutating func optionalRequestKey() throws -> RequestKey? {
    guard let bytes = try optionalBytes() else { return nil }
    guard let key = RequestKey(bytes: bytes) else { throw ServerDatabaseError.damaged("a request key is none") }
    return key
  }

  /// Returns a list of texts, as JSON.
  mutating func texts() throws -> [String] {
    guard let list = try? JSONValue(bytes: Array(try text().utf8)).array else {
      throw ServerDatabaseError.damaged("a list is none")
    }
    return list.compactMap(\.string)
  }

  /// Returns the members of a JSON object.
  mutating func members() throws -> [String: JSONValue] {
    guard let members = try? JSONValue(bytes: Array(try text().utf8)).object else {
      throw ServerDatabaseError.damaged("a JSON object is none")
    }
    return members
  }

  mutating func grant() throws -> GrantID { GrantID(rawValue: try text()) }

  mutating func subject() throws -> Subject { Subject(rawValue: try text()) }
}
