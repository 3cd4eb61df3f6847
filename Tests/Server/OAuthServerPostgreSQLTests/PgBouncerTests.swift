import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing
@testable import OAuthServerPostgreSQL

/// A database behind PgBouncer in transaction mode. All checks use one, because PgBouncer ignores the
/// `options` with which a schema is chosen, and a new database takes PostgreSQL a second.
private struct PooledDatabase {
  let clock = ManualClock()
  private let name: String

  /// - Parameter name: The name of the database, which is created if there is none.
  init(_ name: String = "pooled") throws {
    self.name = name
    let server = try PostgreSQLConnection("postgresql://pixy@/pixy?host=\(TestPostgreSQL.folder ?? "")")
    let known = try PostgreSQLTransaction(server).has("SELECT 1 FROM pg_database WHERE datname = ?", [.text(name)])
    try server.synchronize()
    guard !known else { return }
    try server.send("CREATE DATABASE \(name)", [])
    try server.synchronize()
  }

  private var direct: String { "postgresql://pixy@/\(name)?host=\(TestPostgreSQL.folder ?? "")" }
  var address: String { "postgresql://pixy@/\(name)?host=\(TestPostgreSQL.bouncer ?? "")&port=6432" }

  /// Gives PgBouncer a command. Its console knows only simple queries, which the library doesn't send.
  static func command(_ command: String) throws {
    let psql = Process()
    psql.executableURL = URL(filePath: "/usr/bin/psql")
    psql.arguments = [
      "-qX", "-h", TestPostgreSQL.bouncer ?? "", "-p", "6432", "-U", "pixy", "-c", command, "pgbouncer",
    ]
    try psql.run()
    psql.waitUntilExit()
    #expect(psql.terminationStatus == 0)
  }

  /// Creates empty tables.
  func prepareTables() async throws {
    let connection = try PostgreSQLConnection(direct)
    try connection.send("DROP SCHEMA public CASCADE", [])
    try connection.send("CREATE SCHEMA public", [])
    try connection.synchronize()
    _ = try await PostgreSQLServerDatabase.open(direct)
  }

  func open() async throws -> PostgreSQLServerDatabase {
    try await PostgreSQLServerDatabase.open(
      address, options: .init(connections: 3, timeout: .seconds(120)), clock: WallClock { clock.wallClock.now() })
  }
}

@Suite(.serialized, .enabled(if: TestPostgreSQL.bouncer != nil, "Scripts/with/postgresql starts a PgBouncer"))
struct PgBouncerTests {
  @Test(arguments: ServerDatabaseCompatibility.checks)
  func `In transaction mode, the database keeps the promises of ServerDatabase`(
    _ check: StoreCheck<any ServerDatabase>
  ) async throws {
    let database = try PooledDatabase()
    try await database.prepareTables()
    try await check.run { try await database.open() }
  }

  @Test(arguments: ServerAdministrationCompatibility.checks)
  func `In transaction mode, the database keeps the promises of ServerAdministration`(
    _ check: StoreCheck<any ServerDatabase & ServerAdministration>
  ) async throws {
    let database = try PooledDatabase()
    try await database.prepareTables()
    try await check.run { try await database.open() }
  }

  @Test func `Each transaction has the settings`() throws {
    let database = try PooledDatabase()
    let connection = try PostgreSQLConnection(database.address)
    #expect(connection.isPooled)
    let transaction = PostgreSQLTransaction(connection)
    for _ in 0..<3 {
      #expect(try transaction.first("SHOW statement_timeout", []) { try $0.text() } == "8s")
      try connection.synchronize()
    }
  }

  @Test func `A failed statement leaves neither its transaction nor its settings`() throws {
    let database = try PooledDatabase()
    let connection = try PostgreSQLConnection(database.address)
    for _ in 0..<3 {
      try connection.send("BEGIN", [])
      try connection.send("SELECT 1 / 0", [])
      #expect(throws: PostgreSQLFailure.self) { try connection.finish() }
      try connection.recover()
      #expect(try PostgreSQLTransaction(connection).first("SHOW statement_timeout", []) { try $0.text() } == "8s")
      try connection.synchronize()
    }
  }

  @Test func `A pooler that stops answering doesn't keep a connection waiting`() throws {
    let database = try PooledDatabase()
    _ = try PostgreSQLConnection(database.address)
    try PooledDatabase.command("PAUSE")
    defer { try? PooledDatabase.command("RESUME") }
    #expect(throws: PostgreSQLFailure.self) {
      try PostgreSQLConnection(database.address, timeout: .milliseconds(200))
    }
  }

  @Test func `A connection to PostgreSQL itself isn't pooled`() throws {
    #expect(try !PostgreSQLConnection("postgresql://pixy@/pixy?host=\(TestPostgreSQL.folder ?? "")").isPooled)
  }

  @Test func `Tables aren't created through PgBouncer`() async throws {
    let database = try PooledDatabase("empty")
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.open() }
    #expect(error?.description.contains("through a pooler") == true)
    try await database.prepareTables()
    try await database.open().checkWritable()
  }
}
