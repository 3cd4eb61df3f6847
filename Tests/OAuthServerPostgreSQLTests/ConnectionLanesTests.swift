import Dispatch
import OAuthCore
import OAuthServer
import Synchronization
import Testing
@testable import OAuthServerPostgreSQL

@Suite(.enabled(if: TestPostgreSQL.folder != nil, "Scripts/postgresql starts a server"))
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
      return try jobs.map { try $0.work(PostgreSQLTransaction(connection)) }
    }
    try await withThrowingTaskGroup { group in
      for (number, isLong) in [false, false, false, true, true, false].enumerated() {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            lanes.submit(
              PostgreSQLJob(
                locking: isLong ? [.longStep] : [], until: .now + .seconds(60), { _ in }, continuation))
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
