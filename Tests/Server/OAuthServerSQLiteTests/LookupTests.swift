import Foundation
import GRDB
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import Testing

@Suite(.timeLimit(.minutes(60))) struct LookupTests {
  func token(_ number: Int) -> IssuedToken {
    IssuedToken(
      hash: SecretHash(of: Secret("token-\(number)")), kind: .access, grant: GrantID(rawValue: "g\(number)"),
      clientID: "app", subject: Subject(rawValue: "alice-\(number)"), scope: .none, expires: .distantFuture,
      details: ApprovalDetails())
  }

  @Test func `A look-up sees every write that returned before, even from another process`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open(), try await temporary.open())
    for number in 0..<50 {
      let token = token(number)
      #expect(try await second.token(token.hash) == nil)
      #expect(try await first.save([token]))
      #expect(try await first.token(token.hash)?.subject == token.subject)
      #expect(try await second.token(token.hash)?.subject == token.subject)
      try await second.revoke(token.grant, refusingUntil: .distantFuture)
      #expect(try await first.token(token.hash) == nil)
    }
  }

  @Test func `Concurrent look-ups find the right rows while other tasks write`() async throws {
    let database = try await TemporaryDatabase().open()
    let tokens = (0..<100).map(token)
    #expect(try await database.save(tokens))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for start in 0..<8 {
        group.addTask {
          for number in 0..<400 {
            let token = tokens[(start * 13 + number) % tokens.count]
            let found = try await database.token(token.hash)
            #expect(found?.subject == token.subject)
          }
        }
        group.addTask {
          for number in 0..<20 {
            let isKept = try await database.save([token(1_000 + start * 100 + number)])
            #expect(isKept)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `Values are read as they were written`() async throws {
    let database = try await TemporaryDatabase().open()
    let values = try await database.work.find(
      "SELECT ?, ?, ?, ?, ?, ?, ?",
      [
        .text(""), .bytes([]), .text("ü🦊"), .bytes([0, 255, 0]), .integer(.max), .integer(.min), .null,
      ]
    ) {
      [
        try $0.text(), "\(try $0.bytes())", try $0.text(), "\(try $0.bytes())", "\(try $0.integer())",
        "\(try $0.integer())", try $0.optionalText() ?? "NULL",
      ]
    }
    #expect(values == ["", "[]", "ü🦊", "[0, 255, 0]", "\(Int64.max)", "\(Int64.min)", "NULL"])
  }

  @Test func `A compiled look-up works after its table has changed`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open(), try await temporary.open())
    #expect(try await first.save([token(1)]))
    #expect(try await first.token(token(1).hash) != nil)
    try await second.work.write { try $0.execute(sql: "ALTER TABLE issued_tokens ADD COLUMN later TEXT") }
    #expect(try await first.token(token(1).hash)?.subject == token(1).subject)
  }

  @Test func `A look-up that fails in SQLite is reported, and the next one works`() async throws {
    let database = try await TemporaryDatabase().open()
    #expect(try await database.save([token(1)]))
    // The look-up isn't compiled yet in the first round, and is in the second.
    for _ in 0..<2 {
      try await database.work.write { try $0.execute(sql: "ALTER TABLE issued_tokens RENAME TO elsewhere") }
      let error = await #expect(throws: ServerDatabaseError.self) { try await database.token(token(1).hash) }
      #expect(error?.kind == .failed)
      #expect(error?.description.contains("no such table: issued_tokens") == true)
      try await database.work.write { try $0.execute(sql: "ALTER TABLE elsewhere RENAME TO issued_tokens") }
      #expect(try await database.token(token(1).hash) != nil)
    }
  }

  @Test func `A row that can't be read is reported, and the next look-up works`() async throws {
    let database = try await TemporaryDatabase().open()
    #expect(try await database.save([token(1), token(2)]))
    try await database.work.write { _ = try $0.run("UPDATE issued_tokens SET kind = 7 WHERE grant_id = 'g1'") }
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.token(token(1).hash) }
    #expect(error?.kind == .damaged)
    #expect(try await database.token(token(2).hash) != nil)
  }

  @Test(arguments: [
    ("SELECT 1", "a text is none"), ("SELECT NULL", "a text is missing"), ("SELECT x'00'", "a text is none"),
    ("SELECT 1.5", "a text is none"),
  ])
  func `A value of another type can't be read as text`(_ sql: String, _ words: String) async throws {
    let database = try await TemporaryDatabase().open()
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await database.work.find(sql, []) { try $0.text() }
    }
    #expect(error?.kind == .damaged)
    #expect(error?.description.contains(words) == true)
  }

  @Test func `A row with too few columns is reported`() async throws {
    let database = try await TemporaryDatabase().open()
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await database.work.find("SELECT 1", []) { (try $0.integer(), try $0.integer()).0 }
    }
    #expect(error?.kind == .damaged)
  }

  @Test func `A value without a question mark in the statement is reported`() async throws {
    let database = try await TemporaryDatabase().open()
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await database.work.find("SELECT 1", [.integer(1)]) { try $0.integer() }
    }
    #expect(error?.kind == .failed)
  }

  @Test func `A look-up doesn't see the values of the one before`() async throws {
    let database = try await TemporaryDatabase().open()
    let sql = "SELECT ?"
    #expect(try await database.work.find(sql, [.integer(7)]) { try $0.optionalInteger() } == 7)
    #expect(try await database.work.find(sql, []) { try $0.optionalInteger() } == .some(.none))
  }

  @Test func `A look-up can't change the database`() async throws {
    let database = try await TemporaryDatabase().open()
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await database.work.find("DELETE FROM sweeps RETURNING name", []) { try $0.text() }
    }
    #expect(error?.kind == .unusablePlace)
    #expect(try await database.count("sweeps") == 8)
  }

  @Test func `Invalid pages of the file are reported as damage`() async throws {
    let temporary = try TemporaryDatabase()
    let page = try await { () async throws -> Int in
      let database = try await temporary.open()
      #expect(try await database.save([token(1)]))
      return try await database.work.read {
        try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'issued_tokens'") ?? 0
      }
    }()
    // While the database is open, its log is read before the file.
    try await temporary.closed()
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "-wal"))
    let file = try FileHandle(forUpdating: URL(filePath: temporary.path))
    try file.seek(toOffset: UInt64((page - 1) * 4_096))
    try file.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
    try file.close()
    let database = try await temporary.open()
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.token(token(1).hash) }
    #expect(error?.kind == .damaged)
  }

  @Test func `The connections of look-ups close with their database, so the log is removed`() async throws {
    let temporary = try TemporaryDatabase()
    do {
      let database = try await temporary.open()
      #expect(try await database.save([token(1)]))
      #expect(try await database.token(token(1).hash) != nil)
    }
    try await temporary.closed()
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: temporary.path + "-shm"))
  }
}
