internal import GRDB

/// The tables, and the migrations that lead to them. A migration that was released never changes.
enum SessionSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: sessions") { try $0.execute(sql: sessions) }
    migrator.registerMigration("2: users") { try $0.execute(sql: users) }
    return migrator
  }

  /// Sessions that were saved before are in no list.
  private static let users = """
    ALTER TABLE sessions ADD COLUMN user TEXT NOT NULL DEFAULT '';

    CREATE INDEX sessions_by_user ON sessions (user);
    """

  /// Moments are seconds since 2001.
  private static let sessions = """
    CREATE TABLE sessions (
      name TEXT NOT NULL PRIMARY KEY,
      content TEXT NOT NULL,
      tokens TEXT,
      idle_end REAL NOT NULL,
      last_end REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE ended (
      name TEXT NOT NULL PRIMARY KEY,
      moment REAL NOT NULL,
      expiry REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE used (
      name TEXT NOT NULL PRIMARY KEY,
      expiry REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE locks (
      name TEXT NOT NULL PRIMARY KEY,
      holder TEXT NOT NULL,
      expiry REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
