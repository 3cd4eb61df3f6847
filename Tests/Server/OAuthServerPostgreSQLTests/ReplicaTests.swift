import Foundation
import OAuthServer
import OAuthServerSQL
import Synchronization
import Testing
@testable import OAuthServerPostgreSQL

/// A moment that a test sets.
private final class Present: Sendable {
  private let start = ContinuousClock.now
  private let passed = Mutex(Duration.zero)

  func advance(by duration: Duration) { passed.withLock { $0 += duration } }
  var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
}

@Suite struct ReplicaBeatsTests {
  @Test func `A replica may answer if its beat began within the limit`() {
    let present = Present()
    let beats = ReplicaBeats(atMost: .seconds(5)) { present.now }
    #expect(!beats.allow(nil) && !beats.allow(1) && beats.age == nil)
    _ = beats.begin(at: Date())
    present.advance(by: .seconds(4))
    _ = beats.begin(at: Date())
    present.advance(by: .seconds(1))
    #expect(beats.allow(1) && beats.allow(2) && !beats.allow(3))
    #expect(beats.age == .seconds(1))
    present.advance(by: .milliseconds(1))
    #expect(!beats.allow(1) && beats.allow(2))
  }

  @Test func `The beats of another process allow nothing`() {
    let beats = ReplicaBeats(atMost: .seconds(5)) { .now }
    _ = beats.begin(at: Date())
    let other = ReplicaBeats(atMost: .seconds(5)) { .now }
    #expect(beats.process != other.process)
    #expect(!other.allow(1))
  }

  @Test func `Only the last beats are remembered`() {
    let present = Present()
    let beats = ReplicaBeats(atMost: .seconds(60)) { present.now }
    for _ in 0..<200 { _ = beats.begin(at: Date()) }
    #expect(!beats.allow(1) && beats.allow(200))
  }
}

@Suite(.serialized, .enabled(if: TestPostgreSQL.replica != nil, "Scripts/with/postgresql starts a standby"))
struct ReplicaTests {
  private static let sql = "SELECT round FROM sweeps WHERE name = ?"
  private let schema: TemporarySchema
  private let present = Present()
  private let lookups: ReplicaLookups
  private let work: PostgreSQLWork

  init() async throws {
    schema = try TemporarySchema()
    _ = try await schema.open()
    let present = present
    lookups = ReplicaLookups(
      schema.address(at: TestPostgreSQL.replica ?? ""), connections: 1, atMost: .seconds(5), now: { present.now })
    work = PostgreSQLWork(
      schema.address, connections: 1, timeout: .seconds(15), clock: DatabaseClock(), replica: lookups)
  }

  /// Executes a statement on the replica.
  private func command(_ sql: String) throws {
    let connection = try PostgreSQLConnection(
      "postgresql://postgres@/pixy?host=\(TestPostgreSQL.replica ?? "")", of: .any)
    try connection.send(sql, [])
    try connection.synchronize()
  }

  private func beat() async { await lookups.beat(through: work, at: Date()) }

  /// Waits until the replica has a beat.
  private func waitForReplica() async throws {
    for _ in 0..<10_000 {
      await beat()
      if await lookups.find(Self.sql, [.text("sessions")], { try $0.integer() }) != nil { return }
    }
    try #require(Bool(false), "the standby doesn't follow")
  }

  private func round(of name: String = "sessions", mayBeBehind: Bool) async throws -> Int64? {
    try await LookupFreshness.$mayBeBehind.withValue(mayBeBehind) {
      try await work.find(Self.sql, [.text(name)]) { try $0.integer() }
    }
  }

  private func write(_ sql: String) async throws {
    try await work.write(locking: [], first: nil) { try $0.perform(sql, []) }
  }

  @Test func `While it is fresh enough, the replica answers look-ups that may be behind`() async throws {
    try await waitForReplica()
    try command("SELECT pg_wal_replay_pause()")
    defer { try? command("SELECT pg_wal_replay_resume()") }
    try await write("UPDATE sweeps SET round = 7 WHERE name = 'sessions'")
    #expect(try await round(mayBeBehind: true) == 0)
    #expect(try await round(mayBeBehind: false) == 7)
    // A beat that the replica doesn't get changes nothing.
    present.advance(by: .seconds(4))
    await beat()
    #expect(try await round(mayBeBehind: true) == 0)
    present.advance(by: .seconds(2))
    #expect(try await round(mayBeBehind: true) == 7)
    await beat()
    #expect(try await round(mayBeBehind: true) == 7)
    #expect(try #require(lookups.age) > .seconds(5))
  }

  @Test func `A row that the replica lacks is looked up at the primary server`() async throws {
    try await waitForReplica()
    try command("SELECT pg_wal_replay_pause()")
    defer { try? command("SELECT pg_wal_replay_resume()") }
    try await write("INSERT INTO sweeps VALUES ('new', 3, ''::bytea)")
    #expect(try await round(of: "new", mayBeBehind: true) == 3)
    #expect(try await round(of: "absent", mayBeBehind: true) == nil)
  }

  @Test func `Without a replica that answers, the primary server does`() async throws {
    let away = ReplicaLookups("postgresql://pixy@/pixy?host=/nowhere", connections: 1, atMost: .seconds(5))
    await away.beat(through: work, at: Date())
    #expect(await away.find(Self.sql, [.text("sessions")]) { try $0.integer() } == nil)
    #expect(away.age == nil)
    let work = PostgreSQLWork(
      schema.address, connections: 1, timeout: .seconds(15), clock: DatabaseClock(), replica: away)
    let found = try await LookupFreshness.$mayBeBehind.withValue(true) {
      try await work.find(Self.sql, [.text("sessions")]) { try $0.integer() }
    }
    #expect(found == 0)
  }

  @Test func `A replica whose connections break is used again after the next beat`() async throws {
    try await waitForReplica()
    try command(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'pixy'")
    #expect(try await round(mayBeBehind: true) == 0)
    try await waitForReplica()
    try command("SELECT pg_wal_replay_pause()")
    defer { try? command("SELECT pg_wal_replay_resume()") }
    try await write("UPDATE sweeps SET round = 7 WHERE name = 'sessions'")
    #expect(try await round(mayBeBehind: true) == 0)
  }

  @Test func `The beats of processes that ended are removed after a day`() async throws {
    try await write("INSERT INTO replica_beats VALUES ('ended', 1, 0)")
    await beat()
    #expect(try schema.number("SELECT count(*) FROM replica_beats") == 1)
  }

  @Test func `An open database beats by itself`() async throws {
    var options = PostgreSQLServerDatabase.Options()
    options.replica = .init(schema.address(at: TestPostgreSQL.replica ?? ""), atMost: .seconds(1))
    let database = try await schema.open(options)
    while database.replicaAge == nil { await Task.yield() }
    #expect(try schema.number("SELECT beat FROM replica_beats") ?? 0 > 0)
  }

  @Test func `The limit is from 1 to 60 s`() {
    #expect(PostgreSQLServerDatabase.Replica("", atMost: .zero).limit == .seconds(1))
    #expect(PostgreSQLServerDatabase.Replica("", atMost: .seconds(61)).limit == .seconds(60))
  }
}
