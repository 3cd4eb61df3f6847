import Foundation
import OAuthCore
import OAuthServer
import Testing
@testable import OAuthServerPostgreSQL

@Suite(.enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct PostgreSQLOpeningTests {
  private static let version = PostgreSQLSchema.migrations.count

  @Test func `Processes that start together all open an empty database`() async throws {
    let schema = try TemporarySchema()
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try await schema.open() } }
      try await group.waitForAll()
    }
    #expect(try schema.number("SELECT version FROM pixy_schema") == Int64(Self.version))
  }

  @Test func `A process waits longer for another one that creates tables than for an answer`() async throws {
    let schema = try TemporarySchema()
    let other = try PostgreSQLConnection(schema.address)
    func execute(_ sql: String) throws {
      try other.send(sql, [])
      _ = try other.finish()
      try other.synchronize()
    }
    try execute("SELECT pg_advisory_lock(\(PostgreSQLSchema.lock))")
    try await withThrowingTaskGroup { group in
      group.addTask {
        try PostgreSQLSchema.prepare(PostgreSQLConnection(schema.address, timeout: .milliseconds(100)))
      }
      // The database waits, as it does when it creates tables on a slow disk.
      try execute("SELECT pg_sleep(0.5)")
      try execute("SELECT pg_advisory_unlock(\(PostgreSQLSchema.lock))")
      try await group.waitForAll()
    }
    #expect(try schema.number("SELECT version FROM pixy_schema") == Int64(Self.version))
  }

  @Test func `A schema with the tables of another program is rejected, and isn't changed`() async throws {
    let schema = try TemporarySchema()
    try schema.execute("CREATE TABLE theirs (id BIGINT)")
    let error = await #expect(throws: ServerDatabaseError.self) { try await schema.open() }
    #expect(error?.kind == .foreign)
    #expect(try schema.number("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == 1)
  }

  @Test func `A newer version is used only if it can be used by this one`() async throws {
    let schema = try TemporarySchema()
    _ = try await schema.open()
    // The next version, which keeps this one working: both run beside each other during an upgrade.
    try schema.execute("UPDATE pixy_schema SET version = \(Self.version + 1), oldest_version = \(Self.version)")
    let database = try await schema.open()
    try await database.checkWritable()
    try schema.execute("UPDATE pixy_schema SET oldest_version = version")
    let error = await #expect(throws: ServerDatabaseError.self) { try await schema.open() }
    #expect(error?.kind == .newerVersion)
  }

  @Test func `A migration of the next version runs while this version works`() async throws {
    let schema = try TemporarySchema()
    let old = try await schema.open()
    let next = PostgreSQLSchema.Migration(
      statements: ["ALTER TABLE issued_tokens ADD COLUMN later TEXT"], keepsOldVersion: true)
    try PostgreSQLSchema.prepare(
      PostgreSQLConnection(schema.address), migrations: PostgreSQLSchema.migrations + [next])
    #expect(
      try schema.number("SELECT version * 10 + oldest_version FROM pixy_schema")
        == Int64((Self.version + 1) * 10 + Self.version))
    let token = IssuedToken(
      hash: SecretHash(of: Secret("t")), kind: .access, grant: GrantID(rawValue: "g"), clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: Date() + 60)
    #expect(try await old.save([token]))
    #expect(try await old.token(token.hash)?.grant == token.grant)
  }

  @Test func `A server that doesn't wait for the disk is rejected`() async throws {
    let schema = try TemporarySchema()
    let address = schema.address + "%20-csynchronous_commit%3Doff"
    let error = await #expect(throws: ServerDatabaseError.self) { try await PostgreSQLServerDatabase.open(address) }
    #expect(error?.kind == .notDurable)
    #expect(error?.description.contains("synchronous_commit") == true)
  }

  @Test func `A server that isn't there is an error that names it`() async throws {
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await PostgreSQLServerDatabase.open("postgresql://pixy@/pixy?host=/nowhere")
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.description.contains("/nowhere") == true)
  }

  @Test func `The database's clock is that of its machine, whatever the process's clock says`() async throws {
    let schema = try TemporarySchema()
    // A machine whose clock is an hour ahead.
    try schema.execute(
      """
      CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE SQL
        AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$
      """)
    let database = try await PostgreSQLServerDatabase.open(schema.address + ",pg_catalog")
    #expect(abs(database.clock.now().timeIntervalSince(Date()) - 3_600) < 60)
  }
}
