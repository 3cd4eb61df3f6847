internal import FoundationBasics
internal import GRDB
internal import OAuthServer

/// Opens a database's connections, durable and up to date.
enum DatabaseConnections {
  /// The timeout for the transactions of other processes, in milliseconds.
  private static let patience = 10_000
  /// The same timeout while the file is opened, in seconds. Processes that start together all want
  /// to create the tables.
  private static let openingPatience: TimeInterval = 60
  /// The timeout for other processes when the file is closed, in milliseconds.
  private static let closingPatience = 1_000
  /// The value of `PRAGMA synchronous` for FULL: every commit is on the disk before it returns.
  private static let full = 2

  /// Opens the file, migrates it to the newest schema, and checks the settings that durability
  /// depends on.
  ///
  /// - Throws: ``ServerDatabaseError``.
  static func open(_ path: String, migrator: DatabaseMigrator = DatabaseSchema.migrator) throws(ServerDatabaseError)
    -> DatabasePool
  {
    do {
      try DatabaseFile(path).prepare()
      let pool = try DatabasePool(path: path, configuration: configuration(of: path))
      do {
        try prepare(pool, by: migrator)
      } catch {
        close(pool)
        throw error
      }
      return pool
    } catch {
      throw ServerDatabaseError(during: error)
    }
  }

  private static func prepare(_ pool: DatabasePool, by migrator: DatabaseMigrator) throws {
    // Not in `prepareDatabase`: the pool sets NORMAL after it, and a power failure could then undo a
    // commit.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try checkDurability(of: pool)
    guard try !pool.read(migrator.hasBeenSuperseded) else {
      throw ServerDatabaseError(.newerVersion, "a newer version of Pixy has migrated it")
    }
    try bringUpToDate(pool, by: migrator)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = \(patience)") }
  }

  /// Closes a pool's connections, the one that writes last: the last connection of all moves the
  /// log into the file and removes it, and one that only reads can't. The pool's own `close()` begins
  /// with the writer.
  static func close(_ pool: DatabasePool) {
    // Closes the connections that read, and waits for it.
    pool.releaseMemory()
    // Another process may have the file open. Then the log stays, but empty, unless that process is
    // just reading it.
    try? pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = \(closingPatience)")
      _ = try $0.checkpoint(.truncate)
    }
    try? pool.close()
  }

  /// Runs the migrations that are missing. Nothing is written if there are none.
  private static func bringUpToDate(_ pool: DatabasePool, by migrator: DatabaseMigrator) throws {
    while try !pool.read(migrator.hasCompletedMigrations) {
      let before = try pool.read(migrator.appliedIdentifiers)
      do {
        try migrator.migrate(pool)
      } catch {
        // Another process may have run the same migration first. The loop goes on with the next
        // one.
        guard try pool.read(migrator.appliedIdentifiers).count > before.count else { throw error }
      }
    }
  }

  /// Checks that commits wait for the disk, before a power failure shows it.
  ///
  /// - Throws: ``ServerDatabaseError/Kind/notDurable``.
  static func checkDurability(of pool: DatabasePool) throws {
    let (journal, synchronous) = try pool.writeWithoutTransaction { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      )
    }
    guard journal == "wal" else {
      throw ServerDatabaseError(.notDurable, "its journal mode is not WAL")
    }
    guard synchronous == full else {
      throw ServerDatabaseError(.notDurable, "its commits do not wait for the disk")
    }
  }

  private static func configuration(of path: String) -> Configuration {
    var configuration = Configuration()
    configuration.label = "pixy"
    configuration.busyMode = .timeout(openingPatience)
    // One thread reads. Look-ups have connections of their own (``Lookups``).
    configuration.maximumReaderCount = 1
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // Before anything is written: the pool changes the journal mode of the file.
      if !database.configuration.readonly { try DatabaseSchema.checkOwner(of: database, at: path) }
      // The journal of a savepoint stays in memory, not in a file of /tmp.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      // 64 MiB for the writer, 24 MiB for each reader: the upper levels of every tree, up to ten
      // million rows.
      try database.execute(sql: "PRAGMA cache_size = -\(database.configuration.readonly ? 24_576 : 65_536)")
      // On systems that have it: a sync that goes through the disk's own cache.
      try database.execute(sql: "PRAGMA fullfsync = ON")
      if !database.configuration.readonly {
        // A checkpoint copies 16 MiB of the log into the database.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4096")
      }
    }
    return configuration
  }
}
