public import FoundationBasics
public import OAuthCore
internal import OAuthServerPostgreSQL
public import OAuthWebSessions

/// A session store in PostgreSQL, for any number of processes and machines.
///
/// ```swift
/// let store = try await PostgreSQLSessionStore.open("postgresql://app@db.example.com/app?sslmode=verify-full")
/// let signIn = try WebSignIn([google], at: address, key: key, sessions: .store(store))
/// ```
///
/// Its tables may be in the application's own database: their names begin with `pixy_sessions`. They
/// have only encrypted contents and hashed names.
///
/// If a connection breaks during a commit, the operation is repeated on a new one, at another server
/// if the address names several. Repeating an operation changes nothing.
public final class PostgreSQLSessionStore: SessionStore {
  private let work: any SQLWork
  private let clock: WallClock

  private init(_ work: any SQLWork, _ clock: WallClock) {
    self.work = work
    self.clock = clock
  }

  /// Connects to a database, and creates the tables if it has none.
  ///
  /// The first start needs the right to create tables, and PostgreSQL itself instead of a pooler such as
  /// PgBouncer. The server must run with `fsync` and `synchronous_commit`: a refresh token that was
  /// saved must not get lost.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq, mostly a `postgresql:` URI. libpq 14 or later must be
  ///     installed.
  ///   - connections: The number of connections that change the database, from 1 to 100; half as many
  ///     read. Default: 1.
  ///   - timeout: The time for which an operation is attempted while no server answers. Default: 5 s.
  ///   - clock: The wall clock. Default: that of the machine on which PostgreSQL runs.
  /// - Returns: The open store. Its connections close with its last reference.
  /// - Throws: An error whose text says what to do: the database can't be reached, or isn't durable, or
  ///   a newer version of this library has migrated the tables.
  public static func open(
    _ address: String, connections: Int = 1, timeout: Duration = .seconds(5), clock: WallClock? = nil
  ) async throws -> PostgreSQLSessionStore {
    let (work, databaseClock) = try await PostgreSQLTables.open(
      address, migrations: SessionTables.migrations, versionTable: "pixy_sessions_schema", connections: connections,
      timeout: timeout)
    return PostgreSQLSessionStore(work, clock ?? databaseClock)
  }

  /// Returns a session, if there is one and it hasn't expired.
  public func session(_ name: SessionName, now: Date) async throws -> SessionRecord? {
    try await work.find(
      SessionTables.columns + "WHERE name = ? AND idle_end > ?::float8 AND last_end > ?::float8",
      [.text(name.text), .seconds(now), .seconds(now)]
    ) { try SessionRecord(&$0) }
  }

  /// Returns the sessions of a user that haven't expired.
  public func sessions(of user: SessionName, now: Date) async throws -> [SessionRecord] {
    try await work.read {
      try $0.all(
        SessionTables.columns + "WHERE user_name = ? AND idle_end > ?::float8 AND last_end > ?::float8",
        [.text(user.text), .seconds(now), .seconds(now)]
      ) { try SessionRecord(&$0) }
    }
  }

  /// Saves a new session.
  public func insert(_ record: SessionRecord) async throws {
    try await change(
      record.name.text,
      """
      INSERT INTO pixy_sessions (name, user_name, content, tokens, idle_end, last_end)
        VALUES (?, ?, ?, ?, ?::float8, ?::float8) ON CONFLICT (name) DO NOTHING
      """,
      [
        .text(record.name.text), .text(record.user.text), .text(record.content),
        record.tokens.map { .text($0) } ?? .null,
        .seconds(record.idleEnd), .seconds(record.end),
      ])
  }

  /// Extends a session's idle time.
  public func extend(_ name: SessionName, until idleEnd: Date) async throws {
    try await change(
      name.text, "UPDATE pixy_sessions SET idle_end = ?::float8 WHERE name = ? AND idle_end < ?::float8",
      [.seconds(idleEnd), .text(name.text), .seconds(idleEnd)])
  }

  /// Replaces a session's tokens, and returns whether the session exists.
  public func replaceTokens(of name: SessionName, with tokens: String?) async throws -> Bool {
    try await change(
      name.text, "UPDATE pixy_sessions SET tokens = ?::text WHERE name = ?",
      [tokens.map { .text($0) } ?? .null, .text(name.text)]) == 1
  }

  /// Deletes a session.
  public func delete(_ name: SessionName) async throws {
    try await change(name.text, "DELETE FROM pixy_sessions WHERE name = ?", [.text(name.text)])
  }

  /// Ends the sessions that have a name and began before a moment.
  public func end(_ name: SessionName, at moment: Date, until expiry: Date) async throws {
    try await change(
      name.text,
      """
      INSERT INTO pixy_sessions_ended AS old (name, moment, expiry) VALUES (?, ?::float8, ?::float8)
        ON CONFLICT (name) DO UPDATE
        SET moment = greatest(old.moment, excluded.moment), expiry = greatest(old.expiry, excluded.expiry)
      """,
      [.text(name.text), .seconds(moment), .seconds(expiry)])
  }

  /// Returns whether any of the names was ended at or after a moment.
  public func isEnded(_ names: [SessionName], since moment: Date) async throws -> Bool {
    // Names are base64url, which has no comma.
    let names = names.map(\.text).joined(separator: ",")
    return try await work.find(
      "SELECT 1::bigint FROM pixy_sessions_ended WHERE name = ANY(string_to_array(?, ',')) AND moment >= ?::float8",
      [.text(names), .seconds(moment)]
    ) { _ in true } ?? false
  }

  /// Stores the name of a completed sign-in if it isn't stored yet.
  public func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool {
    let now = clock.now()
    guard until > now else { return false }
    // A commit in doubt is repeated, and must find its own row.
    let user = "\(UInt64.random(in: .min ... .max))"
    return try await change(
      id.hash,
      """
      INSERT INTO pixy_sessions_used AS old (name, used_by, expiry) VALUES (?, ?, ?::float8)
        ON CONFLICT (name) DO UPDATE SET used_by = excluded.used_by, expiry = excluded.expiry
        WHERE old.expiry <= ?::float8 OR old.used_by = excluded.used_by
      """,
      [.text(id.hash), .text(user), .seconds(until), .seconds(now)]) == 1
  }

  /// Takes a session's lock, if no other holder has it.
  public func lock(_ name: SessionName, holder: String, until expiry: Date, now: Date) async throws -> Bool {
    try await change(
      name.text,
      """
      INSERT INTO pixy_sessions_locks AS old (name, holder, expiry) VALUES (?, ?, ?::float8)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expiry = excluded.expiry
        WHERE old.expiry <= ?::float8 OR old.holder = excluded.holder
      """,
      [.text(name.text), .text(holder), .seconds(expiry), .seconds(now)]) == 1
  }

  /// Releases a session's lock.
  public func unlock(_ name: SessionName, holder: String) async throws {
    try await change(
      name.text, "DELETE FROM pixy_sessions_locks WHERE name = ? AND holder = ?", [.text(name.text), .text(holder)])
  }

  /// Deletes everything that has expired.
  public func deleteExpired(now: Date) async throws {
    try await work.write(locking: [.longStep], first: nil) { transaction in
      try transaction.perform(
        "DELETE FROM pixy_sessions WHERE idle_end <= ?::float8 OR last_end <= ?::float8",
        [.seconds(now), .seconds(now)])
      for table in ["ended", "used", "locks"] {
        try transaction.perform("DELETE FROM pixy_sessions_\(table) WHERE expiry <= ?::float8", [.seconds(now)])
      }
    }
  }

  /// Changes one row, and returns the number of changed rows. Changes of one row wait for each other
  /// before they begin, so that no two transactions wait for each other's rows.
  @discardableResult
  private func change(_ name: String, _ sql: String, _ arguments: [SQLValue]) async throws -> Int {
    let statement = SQLStatement(sql, arguments)
    return try await work.write(locking: [.webSession(name)], first: statement) { try $0.run(statement) }
  }
}

extension SessionRecord {
  fileprivate init(_ columns: inout Columns) throws {
    let name = SessionName(text: try columns.text()), user = SessionName(text: try columns.text())
    self.init(
      name: name, user: user, content: try columns.text(), tokens: try columns.optionalText(),
      idleEnd: try columns.seconds(), end: try columns.seconds())
  }
}

extension Columns {
  fileprivate mutating func seconds() throws -> Date {
    Date(timeIntervalSinceReferenceDate: Double(try text()) ?? 0)
  }
}

extension SQLValue {
  /// The seconds since 2001 as a text, which PostgreSQL reads as the same number.
  fileprivate static func seconds(_ moment: Date) -> SQLValue { .text("\(moment.timeIntervalSinceReferenceDate)") }
}
