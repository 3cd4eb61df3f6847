#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB

/// Opens a database's connections as durable as they have to be.
enum DatabaseConnections {
  /// How long a process waits for another one's transaction, in milliseconds.
  private static let patience = 10_000
  /// How long it does while it opens the file, in seconds: many that begin at once all want to make the tables.
  private static let openingPatience: TimeInterval = 60
  /// The value of `PRAGMA synchronous` that stands for FULL: every commit is on the disk before it returns.
  private static let full = 2

  /// Opens the file, brings it to the newest schema, and makes sure of what everything else relies on.
  ///
  /// - Throws: ``ServerDatabaseError``.
  static func open(_ path: String, migrator: DatabaseMigrator = DatabaseSchema.migrator) throws(ServerDatabaseError)
    -> DatabasePool
  {
    do {
      try DatabaseFile(path).prepare()
      let pool = try DatabasePool(path: path, configuration: configuration)
      // Not in `prepareDatabase`: the pool sets NORMAL after it, and a commit could then be lost with the power.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try checkDurability(of: pool)
      guard try !pool.read(migrator.hasBeenSuperseded) else {
        throw ServerDatabaseError(.newerVersion, "a newer version has changed it")
      }
      try bringUpToDate(pool, by: migrator)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = \(patience)") }
      return pool
    } catch {
      throw ServerDatabaseError(during: error)
    }
  }

  /// Takes the steps that are missing: nothing is written if there are none.
  private static func bringUpToDate(_ pool: DatabasePool, by migrator: DatabaseMigrator) throws {
    while try !pool.read(migrator.hasCompletedMigrations) {
      let before = try pool.read(migrator.appliedIdentifiers)
      do {
        try migrator.migrate(pool)
      } catch {
        // Another process may have begun at the same time, and taken a step first; then the next one is there to be taken.
        guard try pool.read(migrator.appliedIdentifiers).count > before.count else { throw error }
      }
    }
  }

  /// What a power failure would otherwise find out: whether commits wait for the disk.
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
      throw ServerDatabaseError(.notDurable, "it doesn't wait for the disk at every commit")
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "pixy"
    configuration.busyMode = .timeout(openingPatience)
    // One lane reads; look-ups have connections of their own (``Lookups``).
    configuration.maximumReaderCount = 1
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      // What is undone at the end of a savepoint is kept in memory, and not in a file of /tmp.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      // 64 MiB for who writes, 24 for each who reads: the upper levels of every tree, up to ten million rows.
      try database.execute(sql: "PRAGMA cache_size = -\(database.configuration.readonly ? 24_576 : 65_536)")
      // Where the system lets it: a sync that goes through the disk's own cache.
      try database.execute(sql: "PRAGMA fullfsync = ON")
      if !database.configuration.readonly {
        // 16 MiB of log are copied into the database at once.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4096")
      }
    }
    return configuration
  }
}
