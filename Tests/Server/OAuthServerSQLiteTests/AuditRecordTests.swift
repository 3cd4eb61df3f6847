import Foundation
import GRDB
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@testable import OAuthServerSQL
@testable import OAuthServerSQLite

/// Audit records in the database.
@Suite struct AuditRecordTests {
  private func append(_ count: Int, to database: SQLiteServerDatabase, at moment: Date, days: Double) async throws {
    for number in 0..<count {
      var record = AuditRecord(.signIn, at: moment)
      record.detail = "\(number)"
      database.append(record, keptUntil: moment.addingTimeInterval(days * 86_400)) { Issue.record($0) }
    }
    try await database.flushAuditRecords()
  }

  @Test func `Records are read in their order, a part at a time`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    #expect(try await database.auditRecords(after: 0, count: 10).isEmpty)
    try await append(25, to: database, at: temporary.clock.now, days: 1)
    var (position, details): (Int64, [String]) = (0, [])
    while let last = try await database.auditRecords(after: position, count: 10).last {
      for record in try await database.auditRecords(after: position, count: 10) {
        details.append(try #require(try JSONValue(bytes: Array(record.record.utf8)).object?["detail"]?.string))
      }
      position = last.position
    }
    #expect(details == (0..<25).map { "\($0)" })
  }

  @Test func `The days of the last record are those for which records are kept`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    #expect(try await database.auditDays() == nil)
    try await append(1, to: database, at: temporary.clock.now, days: 90)
    try await append(2, to: database, at: temporary.clock.now, days: 30)
    #expect(try await database.auditDays() == 30)
  }

  @Test func `A sweep removes only the records whose time has passed`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    try await append(2_500, to: database, at: temporary.clock.now, days: 1)
    temporary.clock.advance(by: .seconds(3_600))
    try await append(3, to: database, at: temporary.clock.now, days: 1)
    try await database.sweepOnce()
    #expect(try await database.count("audit_records") == 2_503)
    temporary.clock.advance(by: .seconds(83_000))
    try await database.sweepOnce()
    #expect(try await database.count("audit_records") == 3)
    temporary.clock.advance(by: .seconds(3_600))
    try await database.sweepOnce()
    #expect(try await database.count("audit_records") == 0)
  }

  @Test func `A record that can't be saved is reported, and later ones are saved`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    try await database.work.write { try $0.execute(sql: "ALTER TABLE audit_records RENAME TO hidden") }
    let record = AuditRecord(.administration, at: temporary.clock.now)
    await confirmation { lost in
      await withCheckedContinuation { done in
        database.append(record, keptUntil: temporary.clock.now) { _ in
          lost()
          done.resume()
        }
      }
    }
    try await database.work.write { try $0.execute(sql: "ALTER TABLE hidden RENAME TO audit_records") }
    try await append(1, to: database, at: temporary.clock.now, days: 1)
    #expect(try await database.count("audit_records") == 1)
  }
}
