internal import GRDB
internal import GRDBSQLite
internal import OAuthServerSQL

/// The SQLite connection of a ``LookupConnection``, and its compiled statements.
// Safe: the value owns the connection and its statements, finalizes them at its end and can't be
// copied. One thread uses it at a time.
@safe struct LookupStatements: ~Copyable {
  /// The timeout for a process that locks the database, in milliseconds. Processes do it only to
  /// recover the log or to close.
  private static let patience: CInt = 10_000

  private let connection: OpaquePointer
  /// The statements by their texts, one for each look-up. SQLite compiles one again if the tables
  /// have changed.
  private var statements: [String: OpaquePointer]

  private init(_ connection: OpaquePointer) {
    unsafe self.connection = connection
    unsafe statements = [:]
  }

  /// Opens the file.
  ///
  /// - Parameter path: The path of a database in WAL mode that another connection of this process
  ///   has open.
  /// - Throws: `DatabaseError`.
  static func open(_ path: String) throws -> LookupStatements {
    var newConnection: OpaquePointer?
    // One thread uses it at a time, so that SQLite needs no lock of its own.
    let code = unsafe sqlite3_open_v2(path, &newConnection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection = unsafe newConnection else {
      // SQLite may return a connection even then. It has the error, and must be closed.
      defer { unsafe sqlite3_close(newConnection) }
      throw unsafe DatabaseError(code, newConnection)
    }
    let statements = unsafe LookupStatements(connection)
    unsafe sqlite3_busy_timeout(connection, patience)
    // 24 MiB of pages: the upper levels of every tree, up to ten million rows.
    let cache = unsafe sqlite3_exec(connection, "PRAGMA cache_size = -24576", nil, nil, nil)
    guard cache == SQLITE_OK else { throw unsafe DatabaseError(cache, connection) }
    return statements
  }

  deinit {
    while let statement = unsafe sqlite3_next_stmt(connection, nil) { unsafe sqlite3_finalize(statement) }
    unsafe sqlite3_close(connection)
  }

  /// Returns the first row of a statement.
  mutating func first<Result>(
    _ sql: String, _ arguments: [SQLValue], _ convert: (inout Columns) throws -> Result
  ) throws -> Result? {
    let rows = unsafe StatementRows(try compile(sql), of: connection)
    defer { rows.end() }
    try rows.bind(arguments)
    guard let row = try rows.next() else { return nil }
    var columns = Columns(row)
    return try convert(&columns)
  }

  private mutating func compile(_ sql: String) throws -> OpaquePointer {
    if let statement = unsafe statements[sql] { return unsafe statement }
    var newStatement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &newStatement, nil)
    guard code == SQLITE_OK, let statement = unsafe newStatement else { throw unsafe DatabaseError(code, connection) }
    unsafe statements[sql] = statement
    return unsafe statement
  }
}
