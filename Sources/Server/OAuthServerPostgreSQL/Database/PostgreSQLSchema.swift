internal import OAuthServer
internal import OAuthServerSQL

/// The tables, and the migrations that lead to them. A migration that was released never changes. New
/// ones follow it.
///
/// The tables have the names and columns of the SQLite database, whose operations they share. Keys are
/// hashes. Codes and tokens have no indexes for expiry or grants, because each index would cost every
/// write one more page. Sweeps go through the tables in the order of their keys instead.
struct PostgreSQLSchema {
  /// One step from a version to the next.
  struct Migration {
    /// The statements, each of which PostgreSQL can undo.
    let statements: [String]
    /// Whether the version before can still work with the tables, so that old and new processes may run
    /// beside each other during an upgrade.
    let keepsOldVersion: Bool
  }

  static let migrations = [
    Migration(statements: tables, keepsOldVersion: false), Migration(statements: replicaTables, keepsOldVersion: true),
    Migration(statements: browserColumns, keepsOldVersion: true),
    Migration(statements: mismatchTable, keepsOldVersion: true),
  ]

  /// The lock under which one process at a time migrates.
  static let lock: Int64 = 0x7069_7879
  private let migrations: [Migration]
  private let versionTable: String
  private let connection: PostgreSQLConnection

  /// Checks that commits are durable, and brings the tables up to date.
  ///
  /// - Parameters:
  ///   - migrations: The migrations from an empty schema. Default: the server's.
  ///   - versionTable: The table with the number of migrations.
  ///   - isShared: Whether the schema may have the tables of other programs.
  /// - Throws: `ServerDatabaseError`, `PostgreSQLFailure`.
  static func prepare(
    _ connection: PostgreSQLConnection, migrations: [Migration] = Self.migrations, versionTable: String = "pixy_schema",
    isShared: Bool = false
  ) throws {
    let schema = PostgreSQLSchema(migrations: migrations, versionTable: versionTable, connection: connection)
    try schema.checkDurability()
    if try schema.hasTables(), try schema.isUpToDate() { return }
    guard !connection.isPooled else {
      throw ServerDatabaseError(
        .failed, "its tables can't be created or migrated through a pooler such as PgBouncer",
        remedy: "Start the server once with the address of PostgreSQL itself.")
    }
    // Another process may be creating the tables, and a slow disk may take its time. The server's limit ends first.
    connection.timeout = .seconds(65)
    try schema.execute("SET statement_timeout = '60s'")
    try schema.execute("SET lock_timeout = '60s'")
    // Before the transaction: a transaction doesn't see tables that were created after it began to look
    // for them. The lock ends with the connection.
    try schema.execute("SELECT pg_advisory_lock(?)", [.integer(lock)])
    try connection.synchronize()
    try schema.execute("BEGIN")
    if try schema.hasTables() {
      if try !schema.isUpToDate() { try schema.migrate() }
    } else {
      // Another process that was faster has committed its tables by now.
      if !isShared { try schema.checkEmptiness() }
      try schema.migrate()
    }
    try schema.execute("COMMIT")
    try connection.synchronize()
  }

  private func checkDurability() throws {
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] where try text("SHOW \(setting)") == "off" {
      throw ServerDatabaseError(
        .notDurable, "PostgreSQL's setting \(setting) is off", remedy: "Set \(setting) to on in postgresql.conf.")
    }
  }

  private func hasTables() throws -> Bool { try text("SELECT to_regclass('\(versionTable)')::text") != nil }

  /// - Throws: `ServerDatabaseError` if the schema has the tables of another program.
  private func checkEmptiness() throws {
    let other = try text(
      """
      SELECT relname::text FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      """)
    guard other == nil else {
      throw ServerDatabaseError(
        .foreign, "the schema has the tables of another program",
        remedy: "Create a database for the server alone. Nothing was changed.")
    }
  }

  /// - Returns: Whether the tables are those of this version, or of a newer one that this version can
  ///   use.
  /// - Throws: `ServerDatabaseError` if this version can't use them.
  private func isUpToDate() throws -> Bool {
    let (version, oldest) = try versions()
    guard version > migrations.count else { return version == migrations.count }
    guard oldest <= migrations.count else {
      throw ServerDatabaseError(.newerVersion, "a newer version of Pixy has migrated it")
    }
    return true
  }

  private func migrate() throws {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS \(versionTable) (id BIGINT PRIMARY KEY CHECK (id = 0), version BIGINT NOT NULL,
        oldest_version BIGINT NOT NULL) WITH (fillfactor = 50)
      """)
    try execute("INSERT INTO \(versionTable) VALUES (0, 0, 0) ON CONFLICT DO NOTHING")
    let (done, _) = try versions()
    for (number, migration) in migrations.enumerated().dropFirst(Int(done)) {
      for statement in migration.statements { try execute(statement) }
      let version = Int64(number) + 1
      try execute(
        "UPDATE \(versionTable) SET version = ?, oldest_version = ?",
        [.integer(version), .integer(migration.keepsOldVersion ? version - 1 : version)])
    }
  }

  private func versions() throws -> (version: Int64, oldest: Int64) {
    let versions = try transaction.first("SELECT version, oldest_version FROM \(versionTable)", []) {
      (version: try $0.integer(), oldest: try $0.integer())
    }
    return versions ?? (0, 0)
  }

  private var transaction: PostgreSQLTransaction { PostgreSQLTransaction(connection) }

  private func execute(_ sql: String, _ arguments: [SQLValue] = []) throws {
    _ = try transaction.run(sql, arguments)
  }

  private func text(_ sql: String) throws -> String? {
    try transaction.first(sql, []) { try $0.optionalText() } ?? nil
  }
}
