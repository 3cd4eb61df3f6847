import Foundation
import OAuthCore
import OAuthServer
import Synchronization
import Testing
@testable import OAuthServerPostgreSQL

@Suite(.enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct BrokenConnectionTests {
  private func token(_ number: Int, _ kind: IssuedToken.Kind = .refresh) -> IssuedToken {
    IssuedToken(
      hash: SecretHash(of: Secret("\(kind)\(number)")), kind: kind, grant: GrantID(rawValue: "g"), clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: Date() + 600)
  }

  @Test func `Refreshes go on while their connections are broken again and again`() async throws {
    let schema = try TemporarySchema()
    let database = try await schema.open()
    #expect(try await database.save((0..<40).map { token($0) }))
    let moment = Date()
    for number in 0..<40 {
      let use = RefreshTokenUse(
        token: token(number).hash, successors: [token(1_000 + number)], moment: moment, refusedUntil: moment + 60)
      async let broken: Void = schema.endOtherConnections()
      #expect(try await database.refresh(use, request: .fresh) == .refreshed)
      try await broken
    }
    #expect(try schema.number("SELECT count(*) FROM issued_tokens WHERE spent_at IS NOT NULL") == 40)
    #expect(try schema.number("SELECT count(*) FROM issued_tokens") == 80)
    #expect(try schema.number("SELECT count(*) FROM revoked_grants") == 0)
  }

  @Test func `A commit whose connection breaks is reported as in doubt, and done again`() async throws {
    let schema = try TemporarySchema()
    let database = try await schema.open(.init(connections: 1))
    for statement in [
      "CREATE SEQUENCE commits",
      """
      CREATE FUNCTION break_first() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$
      """,
      """
      CREATE CONSTRAINT TRIGGER breaking AFTER INSERT ON issued_tokens DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION break_first()
      """,
    ] { try schema.execute(statement) }
    let outcomes = Mutex<[CommitOutcome]>([])
    database.reportCommits { outcome in outcomes.withLock { $0.append(outcome) } }
    #expect(database.connectionUse == ConnectionUse(open: 0, waiting: 0))
    #expect(try await database.save([token(1)]))
    let isInDoubt = outcomes.withLock { $0 }.map { $0 == .inDoubt }
    #expect(isInDoubt == [true, false])
    #expect(try await database.token(token(1).hash) != nil)
    #expect(database.connectionUse == ConnectionUse(open: 2, waiting: 0))
  }

  @Test func `A look-up doesn't wait for a server process that hangs`() async throws {
    let schema = try TemporarySchema()
    let database = try await schema.open(.init(connections: 1, timeout: .milliseconds(300)))
    #expect(try await database.token(token(0).hash) == nil)
    let hung = try schema.processes()
    #expect(!hung.isEmpty)
    for process in hung { kill(process, SIGSTOP) }
    defer { for process in hung { kill(process, SIGCONT) } }
    let start = ContinuousClock.now
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.token(token(0).hash) }
    #expect(error?.kind == .unreachable)
    #expect(ContinuousClock.now - start < PostgreSQLConnection.longestTimeout)
    // The next one has a connection of its own.
    #expect(try await database.token(token(0).hash) == nil)
  }

  @Test func `A statement that fails undoes only its own operation`() async throws {
    let database = try await TemporarySchema().open(.init(connections: 1))
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        group.addTask {
          do {
            try await database.work.write(locking: [], first: nil) { transaction in
              try transaction.perform(
                "INSERT INTO wrong_user_codes VALUES (?, ?)",
                [.integer(Int64(number)), number % 3 == 0 ? .null : .integer(1)])
            }
            return number % 3 != 0
          } catch {
            return number % 3 == 0 && (error as? ServerDatabaseError)?.kind == .failed
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 })
    let count = try await database.work.find("SELECT count(*) FROM wrong_user_codes", []) { try $0.integer() }
    #expect(count == 40)
  }
}
