import Foundation
import GRDB
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct SweepTests {
  let temporary: TemporaryDatabase
  let database: SQLiteServerDatabase

  init() async throws {
    temporary = try TemporaryDatabase()
    database = try await temporary.open()
  }

  var clock: ManualClock { temporary.clock }

  func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  func token(_ name: String, grant: String, seconds: Double) -> IssuedToken {
    IssuedToken(
      hash: hash(name), kind: .access, grant: GrantID(rawValue: grant), clientID: "app",
      subject: Subject(rawValue: "1"),
      scope: .none, expires: clock.now + seconds)
  }

  func code(_ name: String) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: hash(name), grant: GrantID(rawValue: name), clientID: "app", redirectURI: "x:/", challenge: nil,
      subject: Subject(rawValue: "1"), scope: .none, expires: clock.now + 60, rememberedUntil: clock.now + 3_600)
  }

  @Test func `removes only expired rows, and looks at a thousand rows at a time`() async throws {
    for part in 0..<5 {
      _ = try await database.save(
        (0..<500).map { token("t\(part)-\($0)", grant: "g\(part)", seconds: $0 % 2 == 0 ? 60 : 61) })
    }
    clock.advance(by: .seconds(60))
    let sweep = try #require(DatabaseSweep.all.first { $0.table == "issued_tokens" })
    let now = clock.now
    var removed: [Int] = []
    for _ in 0..<3 { removed.append(try await database.work.write { try sweep.step($0, at: now).removedCount }) }
    #expect(removed.reduce(0, +) == 1_250 && removed.allSatisfy { $0 < 1_000 })
    #expect(try await database.count("issued_tokens") == 1_250)
    #expect(try await database.token(hash("t4-499")) != nil)
    #expect(try await database.token(hash("t4-498")) == nil)
    clock.advance(by: .seconds(1))
    #expect(try await database.sweepOnce() == 1_250)
  }

  @Test func `remembers spent codes longer than unspent ones`() async throws {
    for name in ["spent", "unspent"] { try await database.save(code(name)) }
    #expect(try await database.redeem(hash("spent"), at: clock.now) == .redeemed)
    clock.advance(by: .seconds(59))
    #expect(try await database.sweepOnce() == 0)
    clock.advance(by: .seconds(1))
    #expect(try await database.sweepOnce() == 1)
    #expect(try await database.authorizationCode(hash("spent")) != nil)
    #expect(try await database.authorizationCode(hash("unspent")) == nil)
    clock.advance(by: .seconds(3_540))
    #expect(try await database.sweepOnce() == 1)
    #expect(try await database.authorizationCode(hash("spent")) == nil)
  }

  @Test func `removes the tokens of a revoked grant, and keeps its mark as long as it is needed`()
    async throws
  {
    _ = try await database.save([token("a", grant: "g", seconds: 1_000_000)])
    let grant = GrantID(rawValue: "g")
    try await database.revoke(grant, refusingUntil: clock.now + 600)
    #expect(try await database.sweepOnce() == 1)
    #expect(try await database.count("issued_tokens") == 0)
    // The mark stays until its time, however many rounds there are.
    for _ in 0..<3 { try await database.sweepOnce() }
    #expect(try await !database.save([token("b", grant: "g", seconds: 60)]))
    clock.advance(by: .seconds(600))
    try await database.sweepOnce()
    #expect(try await database.count("revoked_grants") == 0)
  }

  @Test func `keeps the mark of a grant whose tokens the sweep had passed when it was revoked`() async throws {
    let sweep = try #require(DatabaseSweep.all.first { $0.table == "issued_tokens" })
    for number in 0..<1_500 {
      _ = try await database.save([token("t\(number)", grant: "g\(number)", seconds: 9_999)])
    }
    let now = clock.now
    #expect(try await database.work.write { try !sweep.step($0, at: now).isAtEnd })
    // The sweep has already passed 1,000 of their tokens.
    for number in 0..<1_500 { try await database.revoke(GrantID(rawValue: "g\(number)"), refusingUntil: now) }
    #expect(try await database.work.write { try sweep.step($0, at: now).isAtEnd })
    for number in 0..<1_500 { #expect(try await database.token(hash("t\(number)")) == nil) }
    #expect(try await database.sweepOnce() == 1_000)
    #expect(try await database.count("revoked_grants") == 0)
    #expect(try await database.count("issued_tokens") == 0)
  }

  @Test func `continues where another process stopped`() async throws {
    let sweep = try #require(DatabaseSweep.all.first { $0.table == "issued_tokens" })
    for part in 0..<4 {
      _ = try await database.save((0..<500).map { token("t\(part)-\($0)", grant: "g\(part)", seconds: 60) })
    }
    clock.advance(by: .seconds(60))
    let now = clock.now
    #expect(try await database.work.write { try sweep.step($0, at: now).removedCount } == 1_000)
    let other = try await temporary.open()
    #expect(try await other.work.write { try sweep.step($0, at: now).removedCount } == 1_000)
  }

  @Test func `removes device codes ten minutes after they expired`() async throws {
    let record = DeviceCodeRecord(
      deviceCode: hash("d"), userCode: hash("u"), clientID: "tv", scope: .none, expires: clock.now + 600)
    _ = try await database.beginDeviceAuthorization(record, at: clock.now)
    clock.advance(by: .seconds(1_199))
    #expect(try await database.sweepOnce() == 0)
    clock.advance(by: .seconds(1))
    #expect(try await database.sweepOnce() == 1)
  }

  @Test func `removes clients that registered themselves and weren't used in time`() async throws {
    for (name, unusedUntil) in [("unused", clock.now + 60), ("used", nil)] {
      let record = ClientRegistrationRecord(
        client: RegisteredClient(id: name, name: name, redirectURIs: [], scope: .none), words: [:],
        tokenHash: hash(name), issuedAt: clock.now, unusedUntil: unusedUntil, isFromOpenRegistration: true)
      _ = try await database.register(
        record, within: RegistrationLimits(clients: 9, clientsPerMinute: 9), at: clock.now)
    }
    clock.advance(by: .seconds(59))
    #expect(try await database.sweepOnce() == 0)
    clock.advance(by: .seconds(1))
    #expect(try await database.sweepOnce() == 1)
    #expect(try await database.count("registrations") == 1)
  }

  @Test func `ends when its task is cancelled`() async throws {
    let task = Task { await database.sweep(every: .seconds(3_600)) { _ in } }
    task.cancel()
    await task.value
  }
}
