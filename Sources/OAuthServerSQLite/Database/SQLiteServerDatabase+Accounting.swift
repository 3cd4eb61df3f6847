internal import GRDBSQLite
internal import SQLiteAccounting

extension SQLiteServerDatabase {
  /// Has SQLite keep no account of the memory that it uses, for a server that many people use at once.
  ///
  /// Unless it was built otherwise, as Apple's is, SQLite counts every piece of memory of the process under one lock, and threads wait
  /// there for each other that work on different connections. A program calls this where it begins, before anything in the process has
  /// used SQLite and while nothing else does. ``open(path:clock:)`` doesn't do it by itself, because it concerns everything in the
  /// process that uses SQLite: `sqlite3_memory_used` and limits of the heap (`sqlite3_soft_heap_limit64`) have no effect any more.
  ///
  /// - Returns: whether it was done; `false` if SQLite was in use already, and everything is as it was.
  @discardableResult
  public static func keepNoMemoryAccounts() -> Bool {
    sqlite_keep_no_accounts() == SQLITE_OK
  }
}
