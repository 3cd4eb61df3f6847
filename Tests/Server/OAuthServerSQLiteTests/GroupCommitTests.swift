import Dispatch
import Foundation
import GRDB
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct GroupCommitTests {
  struct Failure: Error {}

  func grant(_ number: Int) -> GrantID { GrantID(rawValue: "g\(number)") }

  @Test func `Only the job that fails is undone, whatever else is in its transaction`() async throws {
    let database = try await TemporaryDatabase().open()
    let work = database.work
    let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await work.write { database in
              try database.run("INSERT INTO revoked_grants VALUES (?, 0, 0)", [.text("g\(number)")])
              if number % 3 == 0 { throw Failure() }
              if number % 3 == 1 {
                try database.run("INSERT INTO revoked_grants VALUES (?, 0, 0)", [.text("g\(number)")])
              }
            }
            return (number, true)
          } catch { return (number, false) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (number, isKept) in outcomes { #expect(isKept == (number % 3 == 2)) }
    let kept = try await work.read { try String.fetchSet($0, sql: "SELECT grant_id FROM revoked_grants") }
    #expect(kept == Set(outcomes.filter(\.1).map { "g\($0.0)" }))
  }

  @Test func `Jobs that wait at the same time share a transaction, without savepoints if none fails`() async throws {
    let database = try await TemporaryDatabase().open()
    let commits = Shared(0)
    let savepoints = Shared(0)
    try await database.work.write {
      $0.trace { event in
        if "\(event)".contains("COMMIT") { commits.set { $0 += 1 } }
        if "\(event)".contains("job") { savepoints.set { $0 += 1 } }
      }
    }
    #expect(commits.value == 1)
    let results = try await together(100, in: database) { number, database in
      try database.run("INSERT INTO revoked_grants VALUES (?, 0, 0)", [.text("g\(number)")])
    }
    #expect(results.allSatisfy { $0 == nil })
    #expect(try await database.count("revoked_grants") == 100)
    #expect((2..<60).contains(commits.value))
    #expect(savepoints.value == 0)
  }

  @Test func `A job that arrives while a group runs joins the group's commit`() async throws {
    let database = try await TemporaryDatabase().open()
    let jobs = Shared<[SQLiteJob]>([])
    func write(_ name: String) async throws {
      try await withCheckedThrowingContinuation { continuation in
        let job = SQLiteJob(
          { _ = try $0.run("INSERT INTO revoked_grants VALUES (?, 0, 0)", [.text(name)]) }, continuation)
        jobs.set { $0.append(job) }
      }
    }
    async let first: Void = write("first")
    async let second: Void = write("second")
    while jobs.value.count < 2, !Task.isCancelled { await Task.yield() }
    let commits = Shared(0)
    let late = Shared([jobs.value[1]])
    try await database.pool.writeWithoutTransaction { database in
      database.trace { if "\($0)".contains("COMMIT") { commits.set { $0 += 1 } } }
      var group = GroupCommit([jobs.value[0]], CommitReport())
      group.run(database) {
        defer { late.set { $0 = [] } }
        return late.value
      }
    }
    try await first
    try await second
    #expect(commits.value == 1)
    #expect(try await database.count("revoked_grants") == 2)
  }

  @Test func `If one job of a group fails, the others run again, and each change is saved once`() async throws {
    let database = try await TemporaryDatabase().open()
    let calls = Shared(0)
    let results = try await together(40, in: database) { number, database in
      calls.set { $0 += 1 }
      try database.run("INSERT INTO wrong_user_codes VALUES (?, 1)", [.integer(Int64(number))])
      // Each job sees the changes of earlier jobs, and its own change is counted once.
      try database.run("UPDATE sweeps SET round = round + 1 WHERE name = 'sessions'")
      if number == 20 { throw Failure() }
    }
    for (number, error) in results.enumerated() { #expect((error != nil) == (number == 20)) }
    #expect(calls.value > 40)
    #expect(calls.value <= 80)
    #expect(try await database.count("wrong_user_codes") == 39)
    let rounds = try await database.work.read {
      try Int.fetchOne($0, sql: "SELECT round FROM sweeps WHERE name = 'sessions'")
    }
    #expect(rounds == 39)
  }

  @Test func `A redemption that fails in its last statement changes nothing`() async throws {
    let database = try await TemporaryDatabase().open()
    let (now, grant) = (Date(), GrantID(rawValue: "g"))
    let code = SecretHash(of: Secret("code"))
    try await database.save(
      AuthorizationCodeRecord(
        hash: code, grant: grant, clientID: "app", redirectURI: "x:/", challenge: nil, subject: Subject(rawValue: "1"),
        scope: .none, expires: now + 60, rememberedUntil: now + 3_600))
    let token = IssuedToken(
      hash: SecretHash(of: Secret("token")), kind: .access, grant: grant, clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: now + 60)
    func redeem() async throws -> AuthorizationCodeRedemption {
      try await database.redeemAuthorizationCode(
        code, for: [token], at: now, refusingUntil: now, request: .fresh)
    }
    try await database.work.write {
      try $0.execute(
        sql: "CREATE TRIGGER broken BEFORE INSERT ON issued_tokens BEGIN SELECT RAISE(ABORT, 'broken'); END")
    }
    await #expect(throws: ServerDatabaseError.self) { try await redeem() }
    try await database.work.write { try $0.execute(sql: "DROP TRIGGER broken") }
    #expect(try await database.token(token.hash) == nil)
    #expect(try await redeem() == .redeemed)
  }

  @Test func `A failing job that is alone in its group runs once`() async throws {
    let database = try await TemporaryDatabase().open()
    let calls = Shared(0)
    await #expect(throws: ServerDatabaseError.self) {
      try await database.work.write { database in
        calls.set { $0 += 1 }
        try database.run("INSERT INTO wrong_user_codes VALUES (1, 1)")
        throw Failure()
      }
    }
    #expect(calls.value == 1)
    #expect(try await database.count("wrong_user_codes") == 0)
  }

  /// Runs jobs that wait at the same time: a first job holds the writer until all of them have been
  /// submitted.
  /// - Returns: The error of each job; `nil` if the job succeeded.
  private func together(
    _ count: Int, in database: SQLiteServerDatabase, _ job: @escaping @Sendable (Int, Database) throws -> Void
  ) async throws -> [(any Error)?] {
    let submitted = Shared(0)
    let othersWait = DispatchSemaphore(value: 0)
    return try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
      let isHeld = Shared(false)
      async let holding: Void = database.work.write { _ in
        // If this job runs again, it doesn't hold the writer.
        guard !isHeld.value else { return }
        isHeld.set { $0 = true }
        othersWait.wait()
      }
      while !isHeld.value, !Task.isCancelled { await Task.yield() }
      for number in 0..<count {
        group.addTask {
          submitted.set { $0 += 1 }
          do {
            try await database.work.write { try job(number, $0) }
            return (number, nil)
          } catch { return (number, error) }
        }
      }
      while submitted.value < count, !Task.isCancelled { await Task.yield() }
      othersWait.signal()
      try await holding
      var errors = [(any Error)?](repeating: nil, count: count)
      for try await (number, error) in group { errors[number] = error }
      return errors
    }
  }

  @Test func `If the commit fails, all of its jobs fail, nothing is saved, and the next commit works`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    let isFailing = Shared(true)
    let observer = CommitCounter { if isFailing.value { throw Failure() } }
    database.pool.add(transactionObserver: observer, extent: .databaseLifetime)
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          do {
            try await database.revoke(grant(number), refusingUntil: .distantFuture)
            return true
          } catch { return false }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { !$0 })
    #expect(try await temporary.open().count("revoked_grants") == 0)
    isFailing.set { $0 = false }
    try await database.revoke(grant(1), refusingUntil: .distantFuture)
    #expect(try await temporary.open().count("revoked_grants") == 1)
  }

  @Test func `If SQLite rolls a transaction back by itself, exactly the jobs that succeeded are saved`() async throws {
    let database = try await TemporaryDatabase().open()
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          do {
            try await database.work.write { database in
              try database.run("INSERT INTO revoked_grants VALUES (?, 0, 0)", [.text("g\(number)")])
              // SQLite rolls back in the same way if the disk is full.
              if number % 10 == 9 {
                try database.execute(
                  sql: "INSERT OR ROLLBACK INTO revoked_grants VALUES (?, 0, 0)", arguments: ["g\(number)"])
              }
            }
            return true
          } catch { return false }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await database.count("revoked_grants") == results.count { $0 })
    try await database.revoke(grant(100), refusingUntil: .distantFuture)
  }

  @Test func `A write of a cancelled task is done, and another connection reads it`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open(), try await temporary.open())
    for number in 0..<50 {
      let task = Task { try await first.revoke(grant(number), refusingUntil: .distantFuture) }
      task.cancel()
      try await task.value
      #expect(try await second.count("revoked_grants") == number + 1)
    }
  }

  @Test func `A full disk is reported, and nothing is lost`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    try await database.revoke(grant(0), refusingUntil: .distantFuture)
    try await database.work.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 1)")
    }
    let long = String(repeating: "x", count: 10_000)
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await database.revoke(GrantID(rawValue: long), refusingUntil: .distantFuture)
    }
    #expect(error?.kind == .full)
    #expect(try await database.count("revoked_grants") == 1)
    try await database.revoke(grant(1), refusingUntil: .distantFuture)
  }

  @Test func `A write waits for another process that has the lock`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open(), try await temporary.open())
    // SQLite reports a statement before it waits for the statement's lock.
    let asksForLock = DispatchSemaphore(value: 0)
    try await second.work.write { $0.trace { if "\($0)".hasPrefix("BEGIN") { asksForLock.signal() } } }
    let isHeld = Shared(false)
    async let holding: Void = first.work.write { database in
      try database.run("INSERT INTO revoked_grants VALUES ('held', 0, 0)")
      isHeld.set { $0 = true }
      asksForLock.wait()
    }
    while !isHeld.value, !Task.isCancelled { await Task.yield() }
    try await second.revoke(grant(1), refusingUntil: .distantFuture)
    try await holding
    #expect(try await second.count("revoked_grants") == 2)
  }
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  func set(_ change: (inout sending Value) -> Void) { state.withLock { change(&$0) } }
}

/// Observes commits, and can make them fail.
final class CommitCounter: TransactionObserver {
  private let willCommit: () throws -> Void

  init(_ willCommit: @escaping () throws -> Void) { self.willCommit = willCommit }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { try willCommit() }
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}
}
