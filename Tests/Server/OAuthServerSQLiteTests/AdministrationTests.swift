import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthServer
import OAuthServerSQL
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct AdministrationTests {
  @Test(arguments: [1, 2, 4, 5, 6])
  func `Clients with refresh tokens are found, however many tokens each read has`(_ rows: Int64) async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    _ = try await database.save(
      (0..<5).map {
        IssuedToken(
          hash: SecretHash(of: Secret("token\($0)")), kind: .refresh, grant: GrantID(rawValue: "\($0)"),
          clientID: "client\($0)", subject: Subject(rawValue: "1"), scope: .none,
          expires: temporary.clock.now.addingTimeInterval(60))
      })
    let clients = try await database.clientsWithRefreshTokens(
      of: Subject(rawValue: "1"), at: temporary.clock.now, rowsPerRead: rows)
    #expect(clients == (0..<5).map { "client\($0)" })
  }

  @Test func `The newest moment is that of the last event, of whichever kind`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    #expect(try await database.newestMoment() == nil)
    let start = temporary.clock.now
    try await database.startSession(
      UserSessionRecord(
        id: SessionID(rawValue: "s"), cookie: SecretHash(of: Secret("c")), subject: Subject(rawValue: "1"),
        authenticatedAt: start + 1, idleUntil: start + 99, expires: start + 99))
    #expect(try await database.newestMoment() == start + 1)
    try await database.addConsent(
      ConsentRecord(subject: Subject(rawValue: "1"), clientID: "app", scope: .none, givenAt: start + 2))
    #expect(try await database.newestMoment() == start + 2)
    let client = ClientRegistrationRecord(
      client: RegisteredClient(id: "app", name: "app", redirectURIs: [], scope: .none), words: [:],
      tokenHash: SecretHash(of: Secret("t")), issuedAt: start + 3, unusedUntil: nil, isFromOpenRegistration: true)
    _ = try await database.register(
      client, within: RegistrationLimits(clients: 9, clientsPerMinute: 9), at: start + 3)
    #expect(try await database.newestMoment() == start + 3)
    database.save(ClientMismatch(mismatch: .scope, sent: "a", moment: start + 4), of: "app") { _ in }
    try await database.flushAuditRecords()
    #expect(try await database.newestMoment() == start + 4)
    // A successor signs two hours after it was made.
    _ = try await database.addSigningKey(
      SigningKeyRecord(
        keyID: "k", algorithm: .es256, signsFrom: start + 7_205, sealedKey: [1]), after: nil,
      publishingOthersUntil: start)
    #expect(try await database.newestMoment() == start + 5)
  }

  @Test(.covers("attack: a name that is used again"))
  func `A removed client leaves nothing to a new one of the same name, and others lose nothing`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    let (now, soon) = (temporary.clock.now, temporary.clock.now.addingTimeInterval(60))
    func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }
    // More tokens than one transaction looks at, alternately of two clients.
    _ = try await database.save(
      (0..<2_500).map {
        IssuedToken(
          hash: hash("token\($0)"), kind: .refresh, grant: GrantID(rawValue: $0 % 2 == 0 ? "app" : "other"),
          clientID: $0 % 2 == 0 ? "app" : "other", subject: Subject(rawValue: "1"), scope: .none,
          expires: now.addingTimeInterval(3_600))
      })
    for client in ["app", "other"] {
      try await database.saveClient(
        RegisteredClient(id: client, name: client, redirectURIs: [], scope: .none))
      try await database.savePushedRequest(
        PushedRequestRecord(
          hash: hash("request" + client), clientID: client, parameters: Secret(""), expires: soon,
          completableUntil: soon))
      _ = try await database.beginDeviceAuthorization(
        DeviceCodeRecord(
          deviceCode: hash("device" + client), userCode: hash("user" + client), clientID: client, scope: .none,
          expires: soon), at: now)
      try await database.addConsent(
        ConsentRecord(subject: Subject(rawValue: "1"), clientID: client, scope: try Scope(["email"]), givenAt: now))
    }
    let session = SessionID(rawValue: "session")
    try await database.startSession(
      UserSessionRecord(
        id: session, cookie: hash("cookie"), subject: Subject(rawValue: "1"), authenticatedAt: now, idleUntil: soon,
        expires: soon))
    for client in ["app", "other"] {
      let signIn = SessionSignIn(
        session: session, grant: SessionGrant(grant: GrantID(rawValue: client), clientID: client, isOffline: false))
      _ = try await database.saveAuthorizationCode(
        AuthorizationCodeRecord(
          hash: hash("code" + client), grant: GrantID(rawValue: client), clientID: client, redirectURI: "x:/",
          challenge: nil, subject: Subject(rawValue: "1"), scope: .none, expires: soon, rememberedUntil: soon),
        signIn: signIn, consuming: nil, request: .fresh)
    }
    // A token that the removed client got for a token of the other client (RFC 8693). It belongs to
    // the other client's grant.
    func exchanged(_ name: String) -> IssuedToken {
      IssuedToken(
        hash: hash(name), kind: .access, grant: GrantID(rawValue: "other"), clientID: "app",
        subject: Subject(rawValue: "1"), scope: .none, expires: soon)
    }
    #expect(try await database.save([exchanged("exchanged")]))
    // More consents than one transaction looks at, each of another user.
    try await withThrowingTaskGroup { group in
      for index in 0..<1_500 {
        let consent = ConsentRecord(
          subject: Subject(rawValue: "person\(index)"), clientID: index % 3 == 0 ? "other" : "app", scope: .none,
          givenAt: now)
        group.addTask { try await database.addConsent(consent) }
      }
      try await group.waitForAll()
    }
    #expect(try await database.removeClient("app"))
    // Tokens of requests that were in progress during the removal.
    var late = exchanged("late")
    #expect(try await database.save([late]))
    late = IssuedToken(
      hash: hash("later"), kind: .refresh, grant: GrantID(rawValue: "app"), clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: soon)
    #expect(try await !database.save([late]))
    try await database.revokeAccessToken(hash("late"))
    for index in 0..<2_500 {
      let token = try await database.token(hash("token\(index)"))
      #expect((token == nil) == (index % 2 == 0))
    }
    #expect(try await database.authorizationCode(hash("codeapp")) == nil)
    #expect(try await database.authorizationCode(hash("codeother")) != nil)
    for table in [
      "issued_tokens", "authorization_codes", "device_codes", "pushed_requests", "consents", "session_grants",
    ] {
      let rest = try await database.count(table + " WHERE client = 'app'")
      #expect(rest == 0, "\(table)")
    }
    for table in ["device_codes", "pushed_requests", "session_grants"] {
      #expect(try await database.count(table) == 1)
    }
    #expect(try await database.count("consents") == 501)
    #expect(try await database.consents(of: Subject(rawValue: "1")).map(\.clientID) == ["other"])
    // A second removal, as after an interruption.
    #expect(try await !database.removeClient("app"))
  }

  @Test func `Ending a user's grants ends all that the user allowed, and nothing of other users`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    let (now, soon) = (temporary.clock.now, temporary.clock.now.addingTimeInterval(60))
    func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }
    for name in ["1", "2"] {
      let subject = Subject(rawValue: name)
      try await database.save(
        AuthorizationCodeRecord(
          hash: hash("code" + name), grant: GrantID(rawValue: name), clientID: "app", redirectURI: "x:/",
          challenge: nil, subject: subject, scope: .none, expires: soon, rememberedUntil: soon))
      for kind in [IssuedToken.Kind.access, .refresh] {
        _ = try await database.save([
          IssuedToken(
            hash: hash("\(kind)" + name), kind: kind, grant: GrantID(rawValue: name), clientID: "app",
            subject: subject, scope: .none, expires: soon)
        ])
      }
      _ = try await database.beginDeviceAuthorization(
        DeviceCodeRecord(
          deviceCode: hash("device" + name), userCode: hash("user" + name), clientID: "tv", scope: .none, expires: soon),
        at: now)
      _ = try await database.decideDeviceAuthorization(
        userCode: hash("user" + name), .approve(subject, ApprovalDetails()), at: now, request: .fresh)
      try await database.addConsent(ConsentRecord(subject: subject, clientID: "app", scope: .none, givenAt: now))
    }
    try await database.endGrants(of: Subject(rawValue: "1"), to: nil)
    for table in ["authorization_codes", "issued_tokens", "device_codes", "consents"] {
      let (ended, left) = (
        try await database.count(table + " WHERE subject = '1'"),
        try await database.count(table + " WHERE subject = '2'")
      )
      #expect(ended == 0 && left == (table == "issued_tokens" ? 2 : 1), "\(table)")
    }
    // Tokens that a request in progress saves for an ended grant are rejected.
    for (name, isTaken) in [("1", false), ("2", true)] {
      let late = IssuedToken(
        hash: hash("late" + name), kind: .access, grant: GrantID(rawValue: name), clientID: "app",
        subject: Subject(rawValue: name), scope: .none, expires: soon)
      #expect(try await database.save([late]) == isTaken)
    }
  }
}
