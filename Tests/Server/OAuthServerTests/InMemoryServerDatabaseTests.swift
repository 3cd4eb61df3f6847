import Evidence
import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

@Suite(.covers("RFC 7591 §2, server", "RFC 8628 §3.4, server", "RFC 9126 §2, server"))
struct InMemoryServerDatabaseTests {
  let clock = ManualClock()
  let database: InMemoryServerDatabase
  let ada = Subject(rawValue: "1")

  init() {
    database = InMemoryServerDatabase(clock: clock.wallClock)
  }

  @Test(arguments: ServerDatabaseCompatibility.checks)
  func `The database in memory keeps its promises`(_ check: StoreCheck<any ServerDatabase>) async throws {
    let database = InMemoryServerDatabase(clock: ManualClock().wallClock)
    try await check.run { database }
  }

  private func hash(_ text: String) -> SecretHash { SecretHash(of: Secret(text)) }

  private func key() -> RequestKey { RequestKey(drawnFrom: SystemRandomSource()) }

  private func token(_ name: String, grant: String = "g", seconds: Double = 60) -> IssuedToken {
    IssuedToken(
      hash: hash(name), kind: .access, grant: GrantID(rawValue: grant), clientID: "app", subject: ada, scope: .none,
      expires: clock.now + seconds)
  }

  private func save(_ code: String) async throws {
    _ = try await database.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: hash(code), grant: GrantID(rawValue: code), clientID: "app", redirectURI: "x:/", challenge: nil,
        subject: ada, scope: .none, expires: clock.now + 60, rememberedUntil: clock.now + 3_600),
      signIn: nil, consuming: nil, request: key())
  }

  private func device(_ number: Int, from moment: Date) -> DeviceCodeRecord {
    DeviceCodeRecord(
      deviceCode: hash("d\(number)"), userCode: hash("u\(number)"), clientID: "tv", scope: .none,
      expires: moment + 600)
  }

  @Test func `Expired codes and tokens are removed, so that memory stays bounded`() async throws {
    for number in 0..<5_000 {
      _ = try await database.save([token("t\(number)", grant: "g\(number)")])
      try await database.revoke(GrantID(rawValue: "r\(number)"), refusingUntil: clock.now + 60)
      try await save("c\(number)")
      clock.advance(by: .milliseconds(600))
    }
    // A hundred of each are valid at any time.
    #expect(database.counts.tokens <= 1_024 && database.counts.codes <= 1_024)
  }

  @Test func `Removing expired rows leaves valid tokens, and revocations that still count`() async throws {
    let living = token("living", seconds: 3_600)
    _ = try await database.save([living])
    let ended = GrantID(rawValue: "ended")
    try await database.revoke(ended, refusingUntil: clock.now + 3_600)
    // The later of two revocations counts.
    try await database.revoke(ended, refusingUntil: clock.now + 1)
    clock.advance(by: .seconds(120))
    for number in 0..<1_100 { _ = try await database.save([token("t\(number)")]) }
    #expect(try await database.token(living.hash) == living)
    #expect(try await !database.save([token("late", grant: ended.rawValue)]))
  }

  @Test func `Spent codes are remembered longer than unspent ones`() async throws {
    try await save("spent")
    try await save("unspent")
    _ = try await database.redeemAuthorizationCode(
      hash("spent"), for: [], at: clock.now, refusingUntil: clock.now, request: key())
    clock.advance(by: .seconds(120))
    for number in 0..<1_100 { try await save("c\(number)") }
    #expect(try await database.authorizationCode(hash("spent")) != nil)
    #expect(try await database.authorizationCode(hash("unspent")) == nil)
  }

  @Test func `Expired sessions are removed, so that memory stays bounded`() async throws {
    func session(_ name: String, idle: Double, in all: Double) -> UserSessionRecord {
      UserSessionRecord(
        id: SessionID(rawValue: name), cookie: hash(name), subject: ada, authenticatedAt: clock.now,
        idleUntil: clock.now + idle, expires: clock.now + all)
    }
    let living = session("living", idle: 10_001, in: 10_001)
    try await database.startSession(living)
    for number in 0..<10_000 {
      try await database.startSession(session("\(number)", idle: 60, in: 600))
      clock.advance(by: .seconds(1))
      #expect(database.counts.sessions <= 2_048)
    }
    #expect(try await database.sessions(of: ada).count <= 2_048)
    #expect(try await database.session(cookie: living.cookie) == living)
  }

  @Test func `A session ends when it was idle too long, or lasted too long`() {
    let start = clock.now
    let session = UserSessionRecord(
      id: SessionID(rawValue: "a"), cookie: hash("a"), subject: ada, authenticatedAt: start, idleUntil: start + 60,
      expires: start + 100)
    #expect(session.isLive(at: start + 59) && !session.isLive(at: start + 60))
    let used = session.used(until: start + 500)
    #expect(used.isLive(at: start + 99) && !used.isLive(at: start + 100))
  }

  @Test func `Uncompleted pushed requests are removed, so that memory stays bounded`() async throws {
    func request(_ name: String, completable seconds: Double) -> PushedRequestRecord {
      PushedRequestRecord(
        hash: hash(name), clientID: "app", parameters: Secret("a=b"), expires: clock.now + 5,
        completableUntil: clock.now + seconds)
    }
    let begun = request("begun", completable: 5_001)
    try await database.savePushedRequest(begun)
    for number in 0..<5_000 {
      try await database.savePushedRequest(request("\(number)", completable: 10))
      clock.advance(by: .seconds(1))
    }
    #expect(database.counts.pushedRequests <= 1_024)
    #expect(try await database.pushedRequest(hash("4999"))?.clientID == "app")
    #expect(try await database.pushedRequest(begun.hash) == begun, "a request that can be completed was removed")
  }

  @Test func `Wrong guesses at thousands of user names use bounded memory`() async throws {
    let test = try TestServer()
    for number in 0..<3_000 {
      _ = await test.decide(TestServer.authorization(), ["username": "user-\(number)", "password": "x"])
      test.clock.advance(by: .seconds(10))
    }
    // The guesses of 15 minutes are 90 rows. Rows are removed when their number has doubled, from
    // 1,024 on.
    #expect(test.database.counts.signInAttempts < 1_500)
  }

  @Test func `Device authorizations are removed ten minutes after they expired`() async throws {
    let now = clock.now
    for number in 0..<1_024 {
      #expect(try await database.beginDeviceAuthorization(device(number, from: now), at: now))
    }
    #expect(try await database.beginDeviceAuthorization(device(5_000, from: now), at: now + 1_199))
    #expect(database.counts.devices == 1_025)
    for number in 10_000..<11_100 {
      _ = try await database.beginDeviceAuthorization(device(number, from: now + 1_200), at: now + 1_200)
    }
    #expect(database.counts.devices == 1_100)
    #expect(
      try await database.pollDeviceAuthorization(hash("d1"), by: "tv", at: now + 1_200, request: key()) == .unknown)
    #expect(try await !database.decideDeviceAuthorization(userCode: hash("u1"), .deny, at: now, request: key()))
    #expect(
      try await database.decideDeviceAuthorization(userCode: hash("u10001"), .deny, at: now + 1_200, request: key()))
  }

  @Test func `A device authorization can be restored from its saved values`() {
    let now = clock.now
    var record = device(1, from: now)
    _ = record.poll(by: "tv", at: now, request: key())
    _ = record.poll(by: "tv", at: now + 1, request: key())
    _ = record.decide(
      .approve(ada, ApprovalDetails(authenticationTime: now + 2)), at: now + 2, request: key())
    let copy = DeviceCodeRecord(
      deviceCode: record.deviceCode, userCode: record.userCode, clientID: record.clientID, scope: record.scope,
      details: record.details, expires: record.expires, interval: record.interval, lastPoll: record.lastPoll,
      state: record.state, decidedBy: record.decidedBy, polledBy: record.polledBy,
      wasPolledEarly: record.wasPolledEarly)
    #expect(copy == record && copy.interval == .seconds(10) && copy.lastPoll == now + 1)
    #expect(copy.state == .approved(ada) && copy.details.authenticationTime == now + 2)
  }
}
