/// The tables, and the migrations that lead to them. A migration that was released never changes.
enum SessionTables {
  /// The beginning of a statement that reads sessions. A number as a text is exact.
  static let columns =
    "SELECT name, user_name, content, tokens, idle_end::text, last_end::text FROM pixy_sessions "

  /// Moments are seconds since 2001.
  static let migrations: [[String]] = [
    [
      """
      CREATE TABLE pixy_sessions (
        name TEXT COLLATE "C" PRIMARY KEY, user_name TEXT COLLATE "C" NOT NULL, content TEXT NOT NULL, tokens TEXT,
        idle_end FLOAT8 NOT NULL, last_end FLOAT8 NOT NULL
      ) WITH (fillfactor = 80)
      """,
      "CREATE INDEX pixy_sessions_by_user ON pixy_sessions (user_name)",
      """
      CREATE TABLE pixy_sessions_ended (
        name TEXT COLLATE "C" PRIMARY KEY, moment FLOAT8 NOT NULL, expiry FLOAT8 NOT NULL
      )
      """,
      """
      CREATE TABLE pixy_sessions_used (
        name TEXT COLLATE "C" PRIMARY KEY, used_by TEXT NOT NULL, expiry FLOAT8 NOT NULL
      )
      """,
      """
      CREATE TABLE pixy_sessions_locks (
        name TEXT COLLATE "C" PRIMARY KEY, holder TEXT NOT NULL, expiry FLOAT8 NOT NULL
      )
      """,
    ]
  ]
}
