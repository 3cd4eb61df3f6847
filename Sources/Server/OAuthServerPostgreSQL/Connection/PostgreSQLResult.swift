internal import OAuthServer
internal import OAuthServerSQL

/// The result of a statement.
// Safe: the object owns the C result and clears it at its end. Indices are below its counts.
@safe final class PostgreSQLResult {
  private let library: Libpq
  private let result: Libpq.Result
  let rowCount: Int
  fileprivate let columnCount: Int

  init(_ result: Libpq.Result, of library: Libpq) {
    self.library = library
    unsafe self.result = result
    rowCount = unsafe Int(library.rowCount(result))
    columnCount = unsafe Int(library.columnCount(result))
  }

  deinit { unsafe library.clear(result) }

  /// The number of rows that the statement has changed.
  var changedRows: Int { unsafe library.changedRows(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0 }

  /// The command that was executed: `ROLLBACK` if a transaction could not be committed.
  var command: String { unsafe library.command(result).map { unsafe String(cString: $0) } ?? "" }

  /// Reads the rows.
  ///
  /// - Parameter read: Reads a row. It returns whether it wants the next one.
  func forEach(_ read: (inout Columns) throws -> Bool) throws {
    for row in 0..<rowCount {
      var columns = Columns(PostgreSQLRow(result: self, row: CInt(row)))
      guard try read(&columns) else { return }
    }
  }

  fileprivate func type(of column: Int) -> CUnsignedInt { unsafe library.columnType(result, CInt(column)) }

  /// - Parameters:
  ///   - types: The types that the value may have.
  ///   - problem: The text of the error for another type.
  /// - Returns: The bytes, which stay valid as long as the result; `nil` for NULL.
  fileprivate func bytes(
    _ row: CInt, _ index: Int, _ types: Set<CUnsignedInt>, _ problem: String
  ) throws -> UnsafeRawBufferPointer? {
    let column = CInt(index)
    guard unsafe library.isNull(result, row, column) == 0 else { return nil }
    guard unsafe types.contains(library.columnType(result, column)) else { throw ServerDatabaseError.damaged(problem) }
    return unsafe UnsafeRawBufferPointer(
      start: library.value(result, row, column), count: Int(library.length(result, row, column)))
  }
}

/// A row of a result. All values are in PostgreSQL's binary format.
struct PostgreSQLRow: SQLRow {
  fileprivate let result: PostgreSQLResult
  fileprivate let row: CInt

  var count: Int { result.columnCount }

  func integer(at index: Int) throws -> Int64? {
    guard let bytes = unsafe try result.bytes(row, index, [PostgreSQLType.bigint], "a number is none") else {
      return nil
    }
    // The server writes big-endian.
    return unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }

  func text(at index: Int) throws -> String? {
    guard let bytes = unsafe try result.bytes(row, index, [PostgreSQLType.text, PostgreSQLType.name], "a text is none")
    else { return nil }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  func value(at index: Int) throws -> SQLValue {
    switch result.type(of: index) {
    case PostgreSQLType.bigint: try integer(at: index).map { .integer($0) } ?? .null
    case PostgreSQLType.text: try text(at: index).map { .text($0) } ?? .null
    default: try bytes(at: index).map { .bytes($0) } ?? .null
    }
  }

  func bytes(at index: Int) throws -> [UInt8]? {
    guard let bytes = unsafe try result.bytes(row, index, [PostgreSQLType.bytea], "bytes are none") else { return nil }
    return unsafe Array(bytes)
  }
}

/// The object identifiers of types (pg_type.dat), the same in all versions of PostgreSQL.
enum PostgreSQLType {
  static let bytea: CUnsignedInt = 17
  static let name: CUnsignedInt = 19
  static let bigint: CUnsignedInt = 20
  static let text: CUnsignedInt = 25
}
