internal import GRDB
internal import GRDBSQLite

/// SQLite's connection of a ``LookupConnection``, and the statements that it has compiled.
// Safe: it owns the connection and its statements, which nobody else finalizes, and closes them at its end; it can't be copied, and one
// thread has it at a time.
@safe struct LookupStatements: ~Copyable {
  /// How long is waited for a process that keeps the database to itself, in milliseconds: only while it repairs the log or ends.
  private static let patience: CInt = 10_000

  private let connection: OpaquePointer
  /// By their texts, of which there are as many as the stores have look-ups. SQLite compiles one anew if the tables have changed.
  private var compiled: [String: OpaquePointer]

  private init(_ connection: OpaquePointer) {
    unsafe self.connection = connection
    unsafe compiled = [:]
  }

  /// Opens the file.
  ///
  /// - Parameter path: a database in WAL mode that another connection of this process has open.
  /// - Throws: `DatabaseError`.
  static func open(_ path: String) throws -> LookupStatements {
    var opened: OpaquePointer?
    // One thread at a time uses it: SQLite needs no lock of its own.
    let code = unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      // There may be one even then, which has to be closed; its error is read before.
      defer { unsafe sqlite3_close(opened) }
      throw unsafe DatabaseError(code, opened)
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

  /// The first row that a statement gives.
  mutating func first<Result>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: (inout Columns) throws -> Result
  ) throws -> Result? {
    let rows = unsafe StatementRows(try compile(sql), of: connection)
    defer { rows.end() }
    try rows.bind(arguments)
    guard var columns = try rows.next() else { return nil }
    return try read(&columns)
  }

  private mutating func compile(_ sql: String) throws -> OpaquePointer {
    if let statement = unsafe compiled[sql] { return unsafe statement }
    var made: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(connection, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let statement = unsafe made else { throw unsafe DatabaseError(code, connection) }
    unsafe compiled[sql] = statement
    return unsafe statement
  }
}
