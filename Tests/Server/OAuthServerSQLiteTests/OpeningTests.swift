import Foundation
import GRDB
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import Subprocess
import Testing

@Suite struct OpeningTests {
  @Test func `Every commit waits for the disk, and the log is written ahead`() async throws {
    let database = try await TemporaryDatabase().open()
    let (journal, synchronous) = try await database.work.write { database in
      (
        try String.fetchOne(database, sql: "SELECT journal_mode FROM pragma_journal_mode"),
        try Int.fetchOne(database, sql: "SELECT synchronous FROM pragma_synchronous")
      )
    }
    #expect(journal == "wal")
    #expect(synchronous == 2)
  }

  // A process that starts doesn't wait for a transaction of another one. Later, its requests wait
  // for a limited time.
  @Test func `Opening a migrated database waits for no writer, and a transaction waits up to ten seconds`()
    async throws
  {
    let temporary = try TemporaryDatabase()
    let first = try DatabaseConnections.open(temporary.path)
    let wait = try await first.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      let second = try DatabaseConnections.open(temporary.path)
      try database.execute(sql: "COMMIT")
      return try second.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
    }
    #expect(wait == 10_000)
  }

  @Test func `A database that doesn't wait for the disk is rejected`() async throws {
    let temporary = try TemporaryDatabase()
    let pool = try DatabaseConnections.open(temporary.path)
    try DatabaseConnections.checkDurability(of: pool)
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let error = #expect(throws: ServerDatabaseError.self) { try DatabaseConnections.checkDurability(of: pool) }
    #expect(error?.kind == .notDurable)
  }

  // A full disk fails only writes. A server with it isn't ready, although it can read.
  @Test func `The check of a database that can only be read fails`() async throws {
    let database = try await TemporaryDatabase().open()
    try await database.checkWritable()
    try await database.work.write { _ = try $0.run("PRAGMA query_only = 1") }
    await #expect(throws: ServerDatabaseError.self) { try await database.checkWritable() }
    #expect(try await database.signingKeyRecords().isEmpty)
  }

  @Test func `Only their owner can read and write the files`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    for suffix in ["", "-wal", "-shm"] { #expect(try temporary.permissions(suffix) == 0o600) }
    withExtendedLifetime(database) {}
  }

  @Test(arguments: [0o640, 0o604, 0o660])
  func `A file that others may read or write is rejected, with a remedy`(_ permissions: Int) async throws {
    let temporary = try TemporaryDatabase()
    _ = try await temporary.open()
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary.path)
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.kind == .unusablePlace)
    #expect(error?.description.contains("chmod 600") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func `A file of another user is rejected, and the remedy names that user`() async throws {
    let temporary = try TemporaryDatabase()
    do { _ = try await temporary.open() }
    try FileManager.default.setAttributes([.ownerAccountName: "nobody"], ofItemAtPath: temporary.path)
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.remedy == "Run the command as that user: runuser -u nobody -- COMMAND")
  }

  // An operator's first command as root, in the folder of the server.
  @Test(.enabled(if: geteuid() == 0, "only root can give a folder to another user"))
  func `Root creates no database in another user's folder, where that user couldn't use it`() async throws {
    let temporary = try TemporaryDatabase()
    try FileManager.default.setAttributes([.ownerAccountName: "nobody"], ofItemAtPath: temporary.folder)
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.remedy == "Run the command as that user: runuser -u nobody -- COMMAND")
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }

  @Test func `A missing folder is named`() async throws {
    let missing = try TemporaryDatabase().folder + "-missing/server.db"
    let error = await #expect(throws: ServerDatabaseError.self) { try await SQLiteServerDatabase.open(path: missing) }
    #expect(error?.description.contains(missing) == true)
  }

  @Test func `A link, a folder, a relative path and a missing folder are rejected`() async throws {
    let temporary = try TemporaryDatabase()
    try FileManager.default.createSymbolicLink(
      atPath: temporary.folder + "/link", withDestinationPath: temporary.folder + "/elsewhere")
    let paths = ["link", "missing/server.db", ""].map { temporary.folder + "/" + $0 } + ["server.db", "", "/"]
    for path in paths {
      let error = await #expect(throws: ServerDatabaseError.self) { try await SQLiteServerDatabase.open(path: path) }
      #expect(error?.kind == .unusablePlace, "\(path)")
    }
    #expect(!FileManager.default.fileExists(atPath: temporary.folder + "/elsewhere"))
  }

  @Test func `A file that isn't a database is rejected and left unchanged`() async throws {
    let temporary = try TemporaryDatabase()
    let text = Data(String(repeating: "no database\n", count: 1_000).utf8)
    #expect(
      FileManager.default.createFile(atPath: temporary.path, contents: text, attributes: [.posixPermissions: 0o600]))
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.kind == .damaged)
    #expect(FileManager.default.contents(atPath: temporary.path) == text)
  }

  // Another program's file may be named by mistake.
  @Test(arguments: [
    "CREATE TABLE notes (text)", "CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES ('v1')",
  ])
  func `The database of another program is rejected by name, and left unchanged`(_ sql: String) async throws {
    let temporary = try TemporaryDatabase()
    do { try await DatabaseQueue(path: temporary.path).write { try $0.execute(sql: sql) } }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: temporary.path)
    let before = FileManager.default.contents(atPath: temporary.path)
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.kind == .foreign && error?.explanation.contains(temporary.path) == true, "\(error)")
    #expect(FileManager.default.contents(atPath: temporary.path) == before)
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "-wal"))
  }

  // A process may have been killed before its first migration.
  @Test(arguments: [nil, "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"])
  func `An empty file and a database without migrations become the server's`(_ sql: String?) async throws {
    let temporary = try TemporaryDatabase()
    #expect(
      FileManager.default.createFile(atPath: temporary.path, contents: nil, attributes: [.posixPermissions: 0o600]))
    if let sql { try await DatabaseQueue(path: temporary.path).write { try $0.execute(sql: sql) } }
    #expect(try await temporary.open().signingKeyRecords().isEmpty)
  }

  @Test func `A database that a newer version has changed is rejected`() async throws {
    let temporary = try TemporaryDatabase()
    try await temporary.open().work.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: tomorrow')") }
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.kind == .newerVersion)
  }

  /// Closing any descriptor of the file would release all locks of this process (POSIX `fcntl`).
  /// The other process would then take itself for the last one, and remove the log to which the
  /// first one still writes.
  @Test func `Another process reads what was saved after a second opening`() async throws {
    let temporary = try TemporaryDatabase()
    let first = try await temporary.open()
    try await first.revoke(GrantID(rawValue: "g"), refusingUntil: .distantFuture)
    let second = try await temporary.open()
    // Another process respects the locks. It reads, and closes the database.
    #expect(try await Self.countInAnotherProcess(temporary.path) == 1)
    try await first.revoke(GrantID(rawValue: "h"), refusingUntil: .distantFuture)
    #expect(try await Self.countInAnotherProcess(temporary.path) == 2)
    withExtendedLifetime(second) {}
  }

  private static func countInAnotherProcess(_ path: String) async throws -> Int? {
    let counted = try await run(
      .name("python3"),
      arguments: [
        "-c",
        "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('select count(*) from revoked_grants').fetchone()[0])",
        path,
      ], output: .string(limit: 100))
    return Int(counted.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `Twenty concurrent openings create one database`() async throws {
    let temporary = try TemporaryDatabase()
    let opened = try await withThrowingTaskGroup(of: SQLiteServerDatabase.self) { group in
      for _ in 0..<20 { group.addTask { try await temporary.open() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let grant = GrantID(rawValue: "g")
    try await opened[0].revoke(grant, refusingUntil: .distantFuture)
    for database in opened { #expect(try await database.count("revoked_grants") == 1) }
  }
}
