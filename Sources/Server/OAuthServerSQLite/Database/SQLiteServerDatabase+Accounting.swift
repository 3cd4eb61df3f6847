internal import GRDBSQLite
internal import SQLiteAccounting

extension SQLiteServerDatabase {
  /// Switches off SQLite's accounting of memory, for servers with many users at once.
  ///
  /// Most builds of SQLite count each allocation of the process under one lock. Threads that work
  /// on different connections wait there for each other. Call this at the start of the program,
  /// before anything in the process has used SQLite. ``open(path:clock:)`` doesn't call it, because
  /// it affects the whole process: `sqlite3_memory_used` and heap limits
  /// (`sqlite3_soft_heap_limit64`) have no effect afterwards.
  ///
  /// - Returns: `false`, with nothing changed, if SQLite was in use already.
  @discardableResult
  public static func keepNoMemoryAccounts() -> Bool {
    sqlite_keep_no_accounts() == SQLITE_OK
  }
}
