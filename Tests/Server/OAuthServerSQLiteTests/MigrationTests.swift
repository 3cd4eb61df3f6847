import Foundation
import GRDB
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import Testing

@Suite struct MigrationTests {
  @Test func `A database of version 1 is migrated with all of its rows`() async throws {
    let temporary = try TemporaryDatabase()
    #expect(
      FileManager.default.createFile(atPath: temporary.path, contents: nil, attributes: [.posixPermissions: 0o600]))
    try await DatabaseQueue(path: temporary.path).write { try $0.execute(sql: DatabaseOfVersion1.sql) }
    let database = try await temporary.open()

    let code = try #require(try await database.authorizationCode(SecretHash(of: Secret("code"))))
    #expect(
      code.clientID == "app" && code.redirectURI == "https://app.example/callback" && code.subject.rawValue == "ada")
    #expect(code.challenge?.value == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" && code.challenge?.method == .s256)
    #expect(code.expires == Date(timeIntervalSince1970: 1_800_000_060.5) && code.nonce?.reveal() == "nonce")
    let moment = code.expires - 1
    #expect(try await database.redeem(code.hash, at: moment) == .redeemed)

    let access = try #require(try await database.token(SecretHash(of: Secret("access"))))
    #expect(access.kind == .access)
    #expect(try access.scope == Scope(["openid", "email"]))
    #expect(access.details.authenticationTime == Date(timeIntervalSince1970: 1_799_999_999))
    let refresh = SecretHash(of: Secret("spent refresh"))
    #expect(try await database.token(refresh)?.spentAt == Date(timeIntervalSince1970: 1_800_000_001))
    #expect(try await database.refresh(refresh, at: moment) == .usedAgain)
    #expect(try await database.token(SecretHash(of: Secret("revoked"))) == nil)

    let poll = try await database.pollDeviceAuthorization(
      SecretHash(of: Secret("device")), by: "tv", at: code.expires, request: .fresh)
    #expect(
      poll
        == .approved(
          Subject(rawValue: "ada"), .none,
          ApprovalDetails(authenticationTime: Date(timeIntervalSince1970: 1_800_000_000))))
    #expect(try await database.redeem(SecretHash(of: Secret("spent code")), at: moment) == .usedAgain)
    #expect(try await database.token(access.hash) == nil, "the grant of a code that is used again goes on")
    // The sweep works on all tables, including those that are newer than version 1.
    #expect(try await database.sweepOnce() == 3)
  }

  @Test func `Rows of version 4 get request keys, and every operation works on them`() async throws {
    let temporary = try TemporaryDatabase()
    #expect(
      FileManager.default.createFile(atPath: temporary.path, contents: nil, attributes: [.posixPermissions: 0o600]))
    let now = temporary.clock.now
    @Sendable func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }
    let end = SQLValue.moment(now + 600)
    let proof = UsedTokenID(.dpopProof, of: "key", "jti")
    let old = try DatabasePool(path: temporary.path)
    try DatabaseSchema.migrator.migrate(old, upTo: "4: devices' details, wrong codes by address")
    try await old.write { database in
      for (sql, values) in [
        (
          "INSERT INTO authorization_codes VALUES (?, 'g', 'app', 'x:/', NULL, NULL, '1', '', ?, ?, '{}', NULL, 0)",
          [.hash(hash("code")), end, end]
        ),
        ("INSERT INTO issued_tokens VALUES (?, 2, 'h', 'app', '1', '', ?, '{}', NULL)", [.hash(hash("refresh")), end]),
        (
          "INSERT INTO device_codes VALUES (?, ?, 'tv', '', ?, 5000000, NULL, 0, NULL, '{}')",
          [.hash(hash("device")), .hash(hash("user")), end]
        ),
        ("INSERT INTO sessions VALUES ('s', ?, '1', 0, NULL, '[]', ?, ?)", [.hash(hash("cookie")), end, end]),
        ("INSERT INTO session_grants VALUES ('s', 'h', 'app', 0)", []),
        ("INSERT INTO pushed_requests VALUES (?, 'app', x'613d62', ?, ?)", [.hash(hash("request")), end, end]),
        ("INSERT INTO used_tokens VALUES (?, ?)", [.bytes(Array(proof.hash.utf8)), end]),
      ] as [(String, [SQLValue])] { try database.run(sql, values) }
    }
    try old.close()
    let database = try await temporary.open()

    #expect(try await database.redeem(hash("code"), at: now) == .redeemed)
    #expect(try await database.redeem(hash("code"), at: now) == .usedAgain)
    #expect(try await database.refresh(hash("refresh"), at: now) == .refreshed)
    #expect(try await database.pushedRequest(hash("request"))?.parameters == Secret("a=b"))
    #expect(try await database.consumePushedRequest(hash("request"), request: .fresh))
    #expect(try await !database.consumePushedRequest(hash("request"), request: .fresh))
    #expect(try await !database.use(proof, until: now + 600, at: now, request: .fresh))
    let approval = DeviceDecision.approve(Subject(rawValue: "1"), ApprovalDetails())
    #expect(
      try await database.decideDeviceAuthorization(userCode: hash("user"), approval, at: now, request: .fresh))
    let completion = try await database.completeDeviceAuthorization(
      hash("device"), with: [], signIn: nil, request: .fresh)
    #expect(completion == .completed)
    #expect(try await database.session(cookie: hash("cookie"))?.subject.rawValue == "1")
    let ended = try await database.endSession(
      SessionID(rawValue: "s"), at: now, refusingUntil: now + 60, request: .fresh)
    #expect(ended?.grants.map(\.clientID) == ["app"])
    #expect(try await database.session(cookie: hash("cookie")) == nil)
    #expect(try await database.token(hash("refresh")) == nil, "the session's grant goes on")
  }

  @Test func `A database that is opened again isn't migrated again`() async throws {
    let temporary = try TemporaryDatabase()
    let first = try await temporary.open().work.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
    let second = try await temporary.open().work.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
    #expect(first == second && !first.isEmpty)
  }
}
