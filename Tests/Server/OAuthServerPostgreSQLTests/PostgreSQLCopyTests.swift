import Foundation
import OAuthCore
import OAuthServer
import OAuthServerPostgreSQL
import OAuthServerSQL
import OAuthServerSQLite
import Testing

@Suite(.enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct PostgreSQLCopyTests {
  @Test func `A database moves to PostgreSQL and back, and nothing is different`() async throws {
    let folder = NSTemporaryDirectory() + "pixy-copy-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try await SQLiteServerDatabase.open(path: folder + "/server.db")
    let second = try await SQLiteServerDatabase.open(path: folder + "/back.db")
    let schema = try TemporarySchema()
    let database = try await schema.open()
    let now = Date()
    let session = UserSessionRecord(
      id: SessionID(rawValue: "s"), cookie: SecretHash(of: Secret("cookie")), subject: Subject(rawValue: "ü"),
      authenticatedAt: now, authenticationContext: nil, authenticationMethods: ["pwd"], idleUntil: now + 60,
      expires: now + 600)
    try await file.startSession(session)
    let token = IssuedToken(
      hash: SecretHash(of: Secret("t")), kind: .refresh, grant: GrantID(rawValue: "g"), clientID: "app",
      subject: Subject(rawValue: "ü"), scope: try Scope(["a", "b"]), expires: now + 600)
    let code = AuthorizationCodeRecord(
      hash: SecretHash(of: Secret("c")), grant: GrantID(rawValue: "g"), clientID: "app", redirectURI: "x:/",
      challenge: nil, subject: Subject(rawValue: "ü"), scope: .none, expires: now + 60, rememberedUntil: now + 600,
      nonce: Secret("n"))
    let grant = SessionGrant(grant: token.grant, clientID: "app", isOffline: false)
    _ = try await file.saveAuthorizationCode(
      code, signIn: SessionSignIn(session: session.id, grant: grant), consuming: nil, request: .fresh)
    #expect(try await file.save([token]))
    file.append(AuditRecord(.signIn, outcome: AuditRecord.success, at: now), keptUntil: now + 600) { _ in }
    try await file.flushAuditRecords()

    #expect(try await file.copy(to: database, isDryRun: true).reduce(0) { $0 + $1.saved } > 4)
    #expect(try schema.number("SELECT count(*) FROM issued_tokens") == 0)
    _ = try await file.copy(to: database)
    #expect(try await file.copy(to: database).allSatisfy { $0.saved == 0 && $0.removed == 0 })
    #expect(try await database.session(cookie: session.cookie) == file.session(cookie: session.cookie))
    #expect(try await database.authorizationCode(code.hash) == file.authorizationCode(code.hash))
    // The newest event is the sign-in, kept to the second.
    let signIn = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    #expect(try await database.newestMoment() == signIn)
    // A new audit record follows the copied one.
    database.append(AuditRecord(.signIn, outcome: "later", at: now), keptUntil: now + 600) { _ in }
    try await database.flushAuditRecords()
    #expect(try await database.auditRecords(after: 0, count: 9).count == 2)

    _ = try await database.copy(to: second)
    #expect(try await database.copy(to: second).allSatisfy { $0.saved == 0 && $0.removed == 0 })
    #expect(try await second.token(token.hash) == file.token(token.hash))
    #expect(try await second.auditRecords(after: 0, count: 9).count == 2)
  }
}
