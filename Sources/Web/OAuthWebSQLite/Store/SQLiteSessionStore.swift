public import FoundationBasics
internal import GRDB
public import OAuthCore
public import OAuthWebSessions
internal import SystemPackage

/// A session store in one SQLite file, for one or several processes of one machine.
///
/// ```swift
/// let store = try SQLiteSessionStore(path: "/var/lib/app/sessions.sqlite")
/// let signIn = try WebSignIn([google], at: address, key: key, sessions: .store(store))
/// ```
///
/// A restart signs no user out. The file has only encrypted contents and hashed names, and only its
/// owner may read it.
public final class SQLiteSessionStore: SessionStore {
  private let pool: DatabasePool
  private let clock: WallClock

  /// Opens a store, and creates it if there is no file. Call it when the application starts: it
  /// blocks its thread.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file, on a local disk, in a folder that exists.
  ///   - clock: The wall clock. Default: the system's.
  /// - Throws: ``SessionDatabaseError``.
  public init(path: String, clock: WallClock = .system) throws(SessionDatabaseError) {
    self.clock = clock
    do {
      try Self.create(path)
      var configuration = Configuration()
      // Another process may write.
      configuration.busyMode = .timeout(10)
      let pool = try DatabasePool(path: path, configuration: configuration)
      // Not in `prepareDatabase`: the pool sets NORMAL after it, and a power failure could then
      // undo the saving of a refresh token.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try SessionSchema.migrator.migrate(pool)
      self.pool = pool
    } catch {
      throw SessionDatabaseError(during: error)
    }
  }

  /// Moves the log into the file and closes it; it blocks its thread. Later operations fail.
  ///
  /// Call it before the application ends. Otherwise a copy of the file may lack what the log beside it
  /// has.
  public func close() {
    // The connections that read first: the last connection removes the log, and must be able to write.
    pool.releaseMemory()
    // If another process has the file open, the log stays. A closed connection can't be checkpointed.
    try? pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = 1000")
      _ = try $0.checkpoint(.truncate)
    }
    try? pool.close()
  }

  /// Creates an empty file that only its owner may read. SQLite gives the files beside it the same
  /// permissions.
  private static func create(_ path: String) throws {
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      try file.close()
    } catch Errno.fileExists {}
  }

  /// Returns a session, if there is one and it hasn't expired.
  public func session(_ name: SessionName, now: Date) async throws -> SessionRecord? {
    try await read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT * FROM sessions WHERE name = ? AND idle_end > ? AND last_end > ?
          """,
        arguments: [name.text, now.seconds, now.seconds]
      ).map(SessionRecord.init)
    }
  }

  /// Returns the sessions of a user that haven't expired.
  public func sessions(of user: SessionName, now: Date) async throws -> [SessionRecord] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM sessions WHERE user = ? AND idle_end > ? AND last_end > ?",
        arguments: [user.text, now.seconds, now.seconds]
      ).map(SessionRecord.init)
    }
  }

  /// Saves a new session.
  public func insert(_ record: SessionRecord) async throws {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO sessions (name, user, content, tokens, idle_end, last_end) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          record.name.text, record.user.text, record.content, record.tokens, record.idleEnd.seconds, record.end.seconds,
        ])
    }
  }

  /// Extends a session's idle time.
  public func extend(_ name: SessionName, until idleEnd: Date) async throws {
    try await write { database in
      try database.execute(
        sql: "UPDATE sessions SET idle_end = ? WHERE name = ? AND idle_end < ?",
        arguments: [idleEnd.seconds, name.text, idleEnd.seconds])
    }
  }

  /// Replaces a session's tokens, and returns whether the session exists.
  public func replaceTokens(of name: SessionName, with tokens: String?) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "UPDATE sessions SET tokens = ? WHERE name = ?", arguments: [tokens, name.text])
      return database.changesCount == 1
    }
  }

  /// Deletes a session.
  public func delete(_ name: SessionName) async throws {
    try await write { database in
      try database.execute(sql: "DELETE FROM sessions WHERE name = ?", arguments: [name.text])
    }
  }

  /// Ends the sessions that have a name and began before a moment.
  public func end(_ name: SessionName, at moment: Date, until expiry: Date) async throws {
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO ended (name, moment, expiry) VALUES (?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET moment = max(moment, excluded.moment), expiry = max(expiry, excluded.expiry)
          """,
        arguments: [name.text, moment.seconds, expiry.seconds])
    }
  }

  /// Returns whether any of the names was ended at or after a moment.
  public func isEnded(_ names: [SessionName], since moment: Date) async throws -> Bool {
    try await read { database in
      for name in names {
        let endMoment = try Double.fetchOne(
          database, sql: "SELECT moment FROM ended WHERE name = ?", arguments: [name.text])
        if let endMoment, endMoment >= moment.seconds { return true }
      }
      return false
    }
  }

  /// Stores the name of a completed sign-in if it isn't stored yet.
  public func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool {
    let now = clock.now()
    guard until > now else { return false }
    return try await write { database in
      try database.execute(
        sql: """
          INSERT INTO used (name, expiry) VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET expiry = excluded.expiry WHERE expiry <= ?
          """,
        arguments: [id.hash, until.seconds, now.seconds])
      return database.changesCount == 1
    }
  }

  /// Takes a session's lock, if no other holder has it.
  public func lock(_ name: SessionName, holder: String, until expiry: Date, now: Date) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO locks (name, holder, expiry) VALUES (?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expiry = excluded.expiry
          WHERE expiry <= ? OR holder = excluded.holder
          """,
        arguments: [name.text, holder, expiry.seconds, now.seconds])
      return database.changesCount == 1
    }
  }

  /// Releases a session's lock.
  public func unlock(_ name: SessionName, holder: String) async throws {
    try await write { database in
      try database.execute(sql: "DELETE FROM locks WHERE name = ? AND holder = ?", arguments: [name.text, holder])
    }
  }

  /// Deletes everything that has expired.
  public func deleteExpired(now: Date) async throws {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM sessions WHERE idle_end <= ? OR last_end <= ?", arguments: [now.seconds, now.seconds])
      for table in ["ended", "used", "locks"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE expiry <= ?", arguments: [now.seconds])
      }
    }
  }

  private func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await pool.read(body)
    } catch let error as DatabaseError {
      throw SessionDatabaseError(during: error)
    }
  }

  private func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await pool.write(body)
    } catch let error as DatabaseError {
      throw SessionDatabaseError(during: error)
    }
  }
}

extension SessionRecord {
  fileprivate init(_ row: Row) {
    self.init(
      name: SessionName(text: row["name"]), user: SessionName(text: row["user"]), content: row["content"],
      tokens: row["tokens"], idleEnd: Date(seconds: row["idle_end"]), end: Date(seconds: row["last_end"]))
  }
}

extension Date {
  /// The seconds since 2001, which a `Date` holds exactly.
  fileprivate var seconds: Double { timeIntervalSinceReferenceDate }

  fileprivate init(seconds: Double) {
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
