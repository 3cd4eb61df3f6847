import Dispatch
import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQL
import Synchronization
import Testing
@testable import OAuthServerPostgreSQL

@Suite(.enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct ConnectionLanesTests {
  @Test func `A long step is alone in its batch, and short jobs that wait together share one`() async throws {
    let schema = try TemporarySchema()
    let (batches, submitted) = (Box<[[Bool]]>([]), Box(0))
    let gate = DispatchSemaphore(value: 0)
    let lanes = ConnectionLanes("test", count: 1, open: { try PostgreSQLConnection(schema.address, timeout: $0) }) {
      jobs, connection in
      // The first batch waits until all other jobs have been submitted.
      if batches.value.isEmpty { gate.wait() }
      batches.change { $0.append(jobs.map(\.isLongStep)) }
      return try jobs.map { try $0.run(on: connection) }
    }
    try await withThrowingTaskGroup { group in
      for (number, isLong) in [false, false, false, true, true, false].enumerated() {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            lanes.submit(
              PostgreSQLJob(
                DatabaseJob({ _ in }, continuation), locking: isLong ? [.longStep] : [], until: .now + .seconds(60)))
            submitted.change { $0 += 1 }
          }
        }
        while submitted.value <= number, !Task.isCancelled { await Task.yield() }
      }
      gate.signal()
      try await group.waitForAll()
    }
    #expect(batches.value.flatMap(\.self) == [false, false, false, true, true, false])
    #expect(batches.value.allSatisfy { $0.count == 1 || !$0.contains(true) })
    // The jobs that waited for the first batch share the next one.
    #expect(batches.value.contains { $0.count > 1 })
  }

  @Test func `An audit record is stored once, even if its server is lost before it answers`() async throws {
    let schema = try TemporarySchema()
    _ = try await schema.open()
    let isAnswerLost = Box(true)
    let lanes = ConnectionLanes("test", count: 1, open: { try PostgreSQLConnection(schema.address, timeout: $0) }) {
      jobs, connection in
      let answers = try PostgreSQLBatch(on: connection, CommitReport()).run(jobs)
      guard isAnswerLost.value else { return answers }
      isAnswerLost.change { $0 = false }
      throw PostgreSQLFailure.lost("the test has ended the connection")
    }
    func append(_ record: String) async throws {
      let row = AuditRecordRow(record: record, keptUntil: .now)
      try await withCheckedThrowingContinuation {
        lanes.submit(PostgreSQLJob(DatabaseJob(row.insert, $0), until: .now + .seconds(60)))
      }
    }
    try await append("a")
    #expect(try schema.number("SELECT count(*) FROM audit_records") == 1)
    // Two events may be equal in every member.
    try await append("a")
    #expect(try schema.number("SELECT count(*) FROM audit_records") == 2)
    isAnswerLost.change { $0 = true }
    try await append("b")
    #expect(try schema.number("SELECT count(*) FROM audit_records WHERE record = 'b'") == 1)
  }

  @Test func `A job whose time is over isn't begun`() async throws {
    let schema = try TemporarySchema()
    _ = try await schema.open()
    let database = try await schema.open(.init(timeout: .zero))
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.checkWritable() }
    #expect(error?.kind == .busy)
  }
}

/// A value that several threads change.
private final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value { content.withLock { $0 } }

  func change(_ body: @Sendable (inout Value) -> Void) { content.withLock { body(&$0) } }
}
