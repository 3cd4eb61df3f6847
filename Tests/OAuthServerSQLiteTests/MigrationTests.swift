import Foundation
import GRDB
import OAuthCore
import OAuthServer
import PKCE
@testable import OAuthServerSQLite
import Testing

@Suite struct MigrationTests {
  @Test func `A database of version 1 is migrated with all of its rows`() async throws {
    let temporary = try TemporaryDatabase()
    #expect(
      FileManager.default.createFile(atPath: temporary.path, contents: nil, attributes: [.posixPermissions: 0o600]))
    try await DatabaseQueue(path: temporary.path).write { try $0.execute(sql: DatabaseOfVersion1.sql) }
    let database = try await temporary.open()

    let code = try #require(try await database.codes.find(SecretHash(of: Secret("code"))))
    #expect(
      code.clientID == "app" && code.redirectURI == "https://app.example/callback" && code.subject.rawValue == "ada")
    #expect(code.challenge?.value == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" && code.challenge?.method == .s256)
    #expect(code.expires == Date(timeIntervalSince1970: 1_800_000_060.5) && code.nonce?.reveal() == "nonce")
    #expect(try await database.codes.spend(code.hash))
    #expect(try await !database.codes.spend(SecretHash(of: Secret("spent code"))))

    let access = try #require(try await database.tokens.find(SecretHash(of: Secret("access"))))
    #expect(access.kind == .access)
    #expect(try access.scope == Scope(["openid", "email"]))
    #expect(access.details.authenticationTime == Date(timeIntervalSince1970: 1_799_999_999))
    let spent = try await database.tokens.rotate(SecretHash(of: Secret("spent refresh")), to: [], at: .distantFuture)
    #expect(spent == .alreadySpent(at: Date(timeIntervalSince1970: 1_800_000_001)))
    #expect(try await database.tokens.find(SecretHash(of: Secret("revoked"))) == nil)

    let poll = try await database.deviceCodes.poll(SecretHash(of: Secret("device")), by: "tv", at: code.expires)
    #expect(
      poll
        == .approved(
          Subject(rawValue: "ada"), .none,
          ApprovalDetails(authenticationTime: Date(timeIntervalSince1970: 1_800_000_000))))
    // The sweep works on all tables, including those that are newer than version 1.
    #expect(try await database.sweepOnce() == 1)
  }

  @Test func `A database that is opened again isn't migrated again`() async throws {
    let temporary = try TemporaryDatabase()
    let first = try await temporary.open().work.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
    let second = try await temporary.open().work.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
    #expect(first == second && !first.isEmpty)
  }
}
