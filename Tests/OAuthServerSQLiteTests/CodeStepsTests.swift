import Foundation
import GRDB
import OAuthCore
import OAuthServer
import Testing

@testable import OAuthServerSQLite

/// Operations of the code store that also change another store: one step if both stores share a
/// database, two steps otherwise.
@Suite struct CodeStepsTests {
  private static let grant = GrantID(rawValue: "grant")
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let code = AuthorizationCodeRecord(
    hash: SecretHash(of: Secret("code")), grant: grant, clientID: "app", redirectURI: "x:/", challenge: nil,
    subject: Subject(rawValue: "1"), scope: .none, expires: now + 60, rememberedUntil: now + 3_600)
  private static let token = IssuedToken(
    hash: SecretHash(of: Secret("token")), kind: .access, grant: grant, clientID: "app",
    subject: Subject(rawValue: "1"),
    scope: .none, expires: now + 60)
  private static let session = SessionRecord(
    id: SessionID(rawValue: "session"), cookie: SecretHash(of: Secret("cookie")), subject: Subject(rawValue: "1"),
    authenticated: now, idleUntil: now + 60, expires: now + 60)
  private static let signIn = SessionGrant(grant: grant, clientID: "app", isOffline: false)

  /// The place of the tokens and sessions: the database of the codes, or another one.
  enum Neighbours: CaseIterable { case beside, elsewhere }

  private static func open(_ neighbours: Neighbours) async throws -> (SQLiteServerDatabase, SQLiteServerDatabase) {
    let codes = try await TemporaryDatabase().open()
    return (codes, neighbours == .beside ? codes : try await TemporaryDatabase().open())
  }

  @Test(arguments: Neighbours.allCases)
  func `A redemption saves the tokens and spends the code`(_ neighbours: Neighbours) async throws {
    let (codes, others) = try await Self.open(neighbours)
    try await codes.codes.save(Self.code)
    let redemption = try await codes.codes.spend(Self.code.hash, keeping: [Self.token], in: others.tokens)
    #expect(redemption == CodeRedemption(isKept: true, isFirst: true))
    #expect(try await others.tokens.find(Self.token.hash) == Self.token)
    #expect(try await !codes.codes.spend(Self.code.hash))
  }

  @Test(arguments: Neighbours.allCases)
  func `A code of a revoked grant is spent, and no token is saved`(_ neighbours: Neighbours) async throws {
    let (codes, others) = try await Self.open(neighbours)
    try await codes.codes.save(Self.code)
    try await others.tokens.revoke(Self.grant, refusingUntil: Self.now + 60)
    let redemption = try await codes.codes.spend(Self.code.hash, keeping: [Self.token], in: others.tokens)
    #expect(redemption == CodeRedemption(isKept: false, isFirst: true))
    #expect(try await others.tokens.find(Self.token.hash) == nil)
    #expect(try await !codes.codes.spend(Self.code.hash))
  }

  // A crash between two steps would orphan the tokens: no session would lead to them (Back-Channel
  // Logout §2.7).
  @Test(arguments: Neighbours.allCases)
  func `Ending a session revokes its grants in the same step if they share a database`(_ neighbours: Neighbours)
    async throws
  {
    let (sessions, others) = try await Self.open(neighbours)
    let offline = GrantID(rawValue: "offline")
    let kept = IssuedToken(
      hash: SecretHash(of: Secret("kept")), kind: .refresh, grant: offline, clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: Self.now + 60)
    for token in [Self.token, kept] { #expect(try await others.tokens.save([token])) }
    try await sessions.sessions.save(Self.session)
    #expect(try await sessions.sessions.add(Self.signIn, to: Self.session.id))
    let stays = SessionGrant(grant: offline, clientID: "app", isOffline: true)
    #expect(try await sessions.sessions.add(stays, to: Self.session.id))
    let ended = try #require(
      try await sessions.sessions.end(
        Self.session.id, revokingIn: others.tokens, refusingUntil: Self.now + 3_600))
    #expect(Set(ended.grants) == [Self.signIn, stays] && ended.areGrantsRevoked == (neighbours == .beside))
    #expect((try await others.tokens.find(Self.token.hash) == nil) == (neighbours == .beside))
    #expect(try await others.tokens.find(kept.hash) == kept)
    #expect(try await sessions.sessions.end(Self.session.id) == nil)
  }

  @Test func `One of a hundred concurrent redemptions spends the code`() async throws {
    let database = try await TemporaryDatabase().open()
    try await database.codes.save(Self.code)
    let firsts = try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let token = IssuedToken(
            hash: SecretHash(of: Secret("token-\(number)")), kind: .access, grant: Self.grant, clientID: "app",
            subject: Subject(rawValue: "1"), scope: .none, expires: Self.now + 60)
          return try await database.codes.spend(Self.code.hash, keeping: [token], in: database.tokens).isFirst
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(firsts == 1)
  }

  @Test func `A redemption that fails changes nothing`() async throws {
    let database = try await TemporaryDatabase().open()
    try await database.codes.save(Self.code)
    try await database.work.write {
      try $0.execute(
        sql: "CREATE TRIGGER broken BEFORE INSERT ON issued_tokens BEGIN SELECT RAISE(ABORT, 'broken'); END")
    }
    await #expect(throws: ServerDatabaseError.self) {
      try await database.codes.spend(Self.code.hash, keeping: [Self.token], in: database.tokens)
    }
    try await database.work.write { try $0.execute(sql: "DROP TRIGGER broken") }
    #expect(try await database.tokens.find(Self.token.hash) == nil)
    #expect(try await database.codes.spend(Self.code.hash))
  }

  @Test(arguments: Neighbours.allCases)
  func `A code is saved together with its sign-in`(_ neighbours: Neighbours) async throws {
    let (codes, others) = try await Self.open(neighbours)
    try await others.sessions.save(Self.session)
    #expect(try await codes.codes.save(Self.code, adding: Self.signIn, to: Self.session.id, in: others.sessions))
    #expect(try await codes.codes.find(Self.code.hash) == Self.code)
    #expect(try await others.sessions.end(Self.session.id)?.grants == [Self.signIn])
  }

  @Test(arguments: Neighbours.allCases)
  func `No code is saved for a session that has ended`(_ neighbours: Neighbours) async throws {
    let (codes, others) = try await Self.open(neighbours)
    #expect(try await !codes.codes.save(Self.code, adding: Self.signIn, to: Self.session.id, in: others.sessions))
    #expect(try await codes.codes.find(Self.code.hash) == nil)
  }
}
