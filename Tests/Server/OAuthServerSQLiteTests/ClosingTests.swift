import Foundation
import GRDB
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import Testing

/// The end of a program that has a database open.
@Suite(.timeLimit(.minutes(60))) struct ClosingTests {
  private func token(_ name: String) -> IssuedToken {
    IssuedToken(
      hash: SecretHash(of: Secret(name)), kind: .access, grant: GrantID(rawValue: name), clientID: "app",
      subject: Subject(rawValue: "ada"), scope: .none, expires: .distantFuture, details: ApprovalDetails())
  }

  private func exists(_ suffix: String, of temporary: TemporaryDatabase) -> Bool {
    FileManager.default.fileExists(atPath: temporary.path + suffix)
  }

  @Test func `A closed database leaves its file alone, with everything, while tasks still use it`() async throws {
    for round in 0..<20 {
      let temporary = try TemporaryDatabase()
      let database = try await temporary.open()
      let tasks = (0..<6).map { task in
        Task {
          var saved: [IssuedToken] = []
          for number in 0... {
            let token = token("\(task)-\(number)")
            guard (try? await database.save([token])) == true else { break }
            saved.append(token)
            guard (try? await database.token(token.hash)) != nil, (try? await database.allUsers()) != nil else { break }
          }
          return saved
        }
      }
      while try await database.token(token("0-\(round % 4)").hash) == nil { await Task.yield() }
      await database.close()
      #expect(!exists("-wal", of: temporary) && !exists("-shm", of: temporary), "round \(round)")
      var saved: [IssuedToken] = []
      for task in tasks { saved += await task.value }
      // The file alone has what was answered.
      let copy = try TemporaryDatabase()
      try FileManager.default.copyItem(atPath: temporary.path, toPath: copy.path)
      let again = try await copy.open()
      for token in saved { #expect(try await again.token(token.hash) != nil) }
      #expect(saved.count >= 1)
      await again.close()
    }
  }

  @Test func `Operations after the end fail with a reason`() async throws {
    let database = try await TemporaryDatabase().open()
    await database.close()
    await database.close()
    let operations: [@Sendable () async throws -> Void] = [
      { _ = try await database.save([token("late")]) }, { _ = try await database.token(token("late").hash) },
      { _ = try await database.allUsers() },
    ]
    for operation in operations {
      let error = await #expect(throws: ServerDatabaseError.self) { try await operation() }
      #expect(error?.description.contains("it was closed") == true)
    }
  }

  @Test func `The log is empty when another process keeps the file open`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open(), try await temporary.open())
    #expect(try await first.save([token("one")]))
    #expect(try await second.token(token("one").hash) != nil)
    await first.close()
    let log = try FileManager.default.attributesOfItem(atPath: temporary.path + "-wal")[.size] as? Int
    #expect(log == 0)
    #expect(try await second.save([token("two")]))
    await second.close()
    #expect(!exists("-wal", of: temporary))
  }

  @Test func `A database that can't be opened leaves no log`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    try await database.work.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: later')") }
    await database.close()
    let error = await #expect(throws: ServerDatabaseError.self) { try await temporary.open() }
    #expect(error?.kind == .newerVersion)
    #expect(!exists("-wal", of: temporary))
  }
}
