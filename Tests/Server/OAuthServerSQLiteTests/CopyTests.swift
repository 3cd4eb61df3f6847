import Foundation
import GRDB
import OAuthCore
import OAuthServer
import Testing
@testable import OAuthServerSQL
@testable import OAuthServerSQLite

@Suite struct CopyTests {
  private let expires = Date() + 600

  private func token(_ number: Int) -> IssuedToken {
    IssuedToken(
      hash: SecretHash(of: Secret("t\(number)")), kind: .refresh, grant: GrantID(rawValue: "g\(number)"),
      clientID: "app", subject: Subject(rawValue: "1"), scope: .none, expires: expires)
  }

  @Test func `A copy has all rows, in as many steps as they need`() async throws {
    let (source, target) = (try await TemporaryDatabase().open(), try await TemporaryDatabase().open())
    #expect(try await source.save((0..<2_500).map(token)))
    #expect(try await target.save((2_400..<4_000).map(token)))
    let copied = try await source.copy(to: target)
    let tokens = try #require(copied.first { $0.table == "issued_tokens" })
    #expect(tokens.read == 2_500 && tokens.saved == 2_400 && tokens.removed == 1_500)
    #expect(try await target.count("issued_tokens") == 2_500)
    #expect(try await target.token(token(7).hash) == source.token(token(7).hash))
  }

  @Test func `A second copy writes only what has changed`() async throws {
    let (source, target) = (try await TemporaryDatabase().open(), try await TemporaryDatabase().open())
    #expect(try await source.save((0..<10).map(token)))
    _ = try await source.copy(to: target)
    #expect(try await source.refresh(token(3).hash, at: Date()) == .refreshed)
    try await source.revoke(GrantID(rawValue: "g4"), refusingUntil: Date() + 60)
    let copied = try await source.copy(to: target)
    #expect(copied.reduce(0) { $0 + $1.saved } == 2)
    #expect(try await target.token(token(3).hash)?.spentAt != nil)
    #expect(try await target.token(token(4).hash) == nil)
    #expect(try await target.refresh(token(5).hash, at: Date()) == .refreshed)
  }

  @Test func `A dry run changes nothing`() async throws {
    let (source, target) = (try await TemporaryDatabase().open(), try await TemporaryDatabase().open())
    #expect(try await source.save([token(1)]))
    let copied = try await source.copy(to: target, isDryRun: true)
    #expect(copied.first { $0.table == "issued_tokens" }?.saved == 1)
    #expect(try await target.count("issued_tokens") == 0)
  }

  @Test func `After a restore no code and no token is valid, and new ones are`() async throws {
    let database = try await TemporaryDatabase().open()
    #expect(try await database.save((0..<1_200).map(token)))
    try await database.endAllGrants()
    #expect(try await database.count("issued_tokens") == 0)
    #expect(try await database.refresh(token(3).hash, at: Date()) == .refused)
    #expect(try await !database.save([token(3)]))
    #expect(try await database.save([token(5_000)]))
  }

  @Test func `Every table and column is copied`() async throws {
    let database = try await TemporaryDatabase().open()
    let columns = try await database.work.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT m.name AS name, group_concat(p.name, ' ') AS columns FROM sqlite_master m, pragma_table_info(m.name) p
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'grdb_migrations' GROUP BY m.name
          """
      ).map { row in
        let columns: String = row["columns"]
        return (name: row["name"] as String, columns: Set(columns.split(separator: " ").map(String.init)))
      }
    }
    let copied = CopiedTable.all.map { (name: $0.name, columns: Set($0.columns)) }
    #expect(Set(columns.map(\.name)) == Set(copied.map(\.name)))
    for (name, columns) in columns { #expect(copied.first { $0.name == name }?.columns == columns, "\(name)") }
  }
}
