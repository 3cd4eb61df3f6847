import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct PeopleAndClientsTests {
  @Test func `Users are found by name and subject, added once, and removed`() async throws {
    let temporary = try TemporaryDatabase()
    let people = try await temporary.open().people
    let salt = "AAAAAAAAAAAAAAAAAAAAAA"
    let hash = String(repeating: "A", count: 43)
    let first = try #require(PasswordHash(text: "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)"))
    let second = try #require(PasswordHash(text: "$scrypt$ln=11,r=8,p=1$\(salt)$\(hash)"))
    let ada = User(
      subject: Subject(rawValue: "1"), username: "ada", name: "Ada \u{1F511}", picture: nil, email: "ada@example.com",
      claims: ["locale": "en", "address": ["country": "UK\u{0}"]])
    #expect(try await people.add(ada, password: first))
    #expect(
      try await !people.add(User(subject: Subject(rawValue: "2"), username: "ada", name: "Eve"), password: second))
    #expect(try await !people.add(User(subject: ada.subject, username: "eve", name: "Eve"), password: second))
    let other = try await temporary.open().people
    #expect(try await other.account("ada") == PasswordAccount(subject: ada.subject, password: first))
    #expect(try await other.account("Ada") == nil)
    #expect(try await other.account("ada\u{0}") == nil)
    #expect(try await other.user(ada.subject) == ada)
    #expect(try await other.users() == [ada])
    try await other.replace(second, with: first, of: ada.subject)
    #expect(try await people.account("ada")?.password == first)
    try await other.replace(first, with: second, of: ada.subject)
    #expect(try await people.account("ada")?.password == second)
    let changed = User(subject: ada.subject, username: "ada", name: "Ada King", claims: ["locale": "de"])
    #expect(try await people.change(changed))
    #expect(try await other.user(ada.subject) == changed)
    #expect(try await people.account("ada")?.password == second)
    #expect(try await !people.change(User(subject: ada.subject, username: "eve", name: "Eve")))
    #expect(try await !people.change(User(subject: Subject(rawValue: "2"), username: "ada", name: "Eve")))
    #expect(try await other.users() == [changed])
    let sessions = temporary.clock.now.addingTimeInterval(60)
    for name in ["1", "2"] {
      try await (temporary.open()).sessions.save(
        SessionRecord(
          id: SessionID(rawValue: name), cookie: SecretHash(of: Secret(name)), subject: Subject(rawValue: name),
          authenticated: temporary.clock.now, idleUntil: sessions, expires: sessions))
    }
    #expect(try await people.remove("ada"))
    #expect(try await !people.remove("ada"))
    // A sign-in that was in progress can leave a session behind.
    #expect(try await (temporary.open()).sessions.sessions(of: ada.subject).isEmpty)
    #expect(try await (temporary.open()).sessions.sessions(of: Subject(rawValue: "2")).count == 1)
    #expect(try await other.user(ada.subject) == nil)
  }

  @Test func `A client that one process changes is changed for all`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open().clients, try await temporary.open().clients)
    func client(_ name: String) throws -> RegisteredClient {
      RegisteredClient(
        id: "app", name: name, kind: .confidential(secretHash: SecretHash(of: Secret("s"))),
        redirectURIs: [try RedirectURI("https://app.example/callback")], scope: try Scope(["openid", "email"]))
    }
    #expect(try await first.client("app") == nil)
    for name in ["First", "Second"] {
      try await first.save(try client(name))
      for store in [first, second, first, second] {
        let expected = try client(name)
        #expect(try await store.client("app") == expected)
      }
    }
    #expect(try await second.clients().map(\.name) == ["Second"])
    #expect(try await second.remove("app"))
    #expect(try await first.client("app") == nil)
    #expect(try await first.client("app\u{0}") == nil)
  }

  @Test func `A removed client leaves nothing to a new one of the same name, and others lose nothing`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    let (now, soon) = (temporary.clock.now, temporary.clock.now.addingTimeInterval(60))
    func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }
    // More tokens than one transaction looks at, alternately of two clients.
    _ = try await database.tokens.save(
      (0..<2_500).map {
        IssuedToken(
          hash: hash("token\($0)"), kind: .refresh, grant: GrantID(rawValue: $0 % 2 == 0 ? "app" : "other"),
          clientID: $0 % 2 == 0 ? "app" : "other", subject: Subject(rawValue: "1"), scope: .none,
          expires: now.addingTimeInterval(3_600))
      })
    for client in ["app", "other"] {
      try await database.clients.save(
        RegisteredClient(id: client, name: client, redirectURIs: [], scope: .none))
      try await database.codes.save(
        AuthorizationCodeRecord(
          hash: hash("code" + client), grant: GrantID(rawValue: client), clientID: client, redirectURI: "x:/",
          challenge: nil, subject: Subject(rawValue: "1"), scope: .none, expires: soon, rememberedUntil: soon))
      try await database.pushedRequests.save(
        PushedRequestRecord(
          hash: hash("request" + client), clientID: client, parameters: Secret(""), expires: soon,
          completableUntil: soon))
      _ = try await database.deviceCodes.save(
        DeviceCodeRecord(
          deviceCode: hash("device" + client), userCode: hash("user" + client), clientID: client, scope: .none,
          expires: soon), at: now)
      try await database.consents.add(
        ConsentRecord(subject: Subject(rawValue: "1"), clientID: client, scope: try Scope(["email"]), given: now))
    }
    let session = SessionID(rawValue: "session")
    try await database.sessions.save(
      SessionRecord(
        id: session, cookie: hash("cookie"), subject: Subject(rawValue: "1"), authenticated: now, idleUntil: soon,
        expires: soon))
    for client in ["app", "other"] {
      _ = try await database.sessions.add(
        SessionGrant(grant: GrantID(rawValue: client), clientID: client, isOffline: false), to: session)
    }
    // A token that the removed client got for a token of the other client (RFC 8693). It belongs to
    // the other client's grant.
    func exchanged(_ name: String) -> IssuedToken {
      IssuedToken(
        hash: hash(name), kind: .access, grant: GrantID(rawValue: "other"), clientID: "app",
        subject: Subject(rawValue: "1"), scope: .none, expires: soon)
    }
    #expect(try await database.tokens.save([exchanged("exchanged")]))
    // More consents than one transaction looks at, each of another user.
    try await withThrowingTaskGroup { group in
      for index in 0..<1_500 {
        let consent = ConsentRecord(
          subject: Subject(rawValue: "person\(index)"), clientID: index % 3 == 0 ? "other" : "app", scope: .none,
          given: now)
        group.addTask { try await database.consents.add(consent) }
      }
      try await group.waitForAll()
    }
    #expect(try await database.clients.remove("app"))
    // Tokens of requests that were in progress during the removal.
    var late = exchanged("late")
    #expect(try await database.tokens.save([late]))
    late = IssuedToken(
      hash: hash("later"), kind: .refresh, grant: GrantID(rawValue: "app"), clientID: "app",
      subject: Subject(rawValue: "1"), scope: .none, expires: soon)
    #expect(try await !database.tokens.save([late]))
    try await database.tokens.delete(hash("late"))
    for index in 0..<2_500 {
      let token = try await database.tokens.find(hash("token\(index)"))
      #expect((token == nil) == (index % 2 == 0))
    }
    #expect(try await database.codes.find(hash("codeapp")) == nil)
    #expect(try await database.codes.find(hash("codeother")) != nil)
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
    #expect(try await database.consents.consents(of: Subject(rawValue: "1")).map(\.clientID) == ["other"])
    // A second removal, as after an interruption.
    #expect(try await !database.clients.remove("app"))
  }

  @Test func `Ending a user's grants ends all that the user allowed, and nothing of other users`() async throws {
    let temporary = try TemporaryDatabase()
    let database = try await temporary.open()
    let (now, soon) = (temporary.clock.now, temporary.clock.now.addingTimeInterval(60))
    func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }
    for name in ["1", "2"] {
      let subject = Subject(rawValue: name)
      try await database.codes.save(
        AuthorizationCodeRecord(
          hash: hash("code" + name), grant: GrantID(rawValue: name), clientID: "app", redirectURI: "x:/",
          challenge: nil, subject: subject, scope: .none, expires: soon, rememberedUntil: soon))
      for kind in [IssuedToken.Kind.access, .refresh] {
        _ = try await database.tokens.save([
          IssuedToken(
            hash: hash("\(kind)" + name), kind: kind, grant: GrantID(rawValue: name), clientID: "app",
            subject: subject, scope: .none, expires: soon)
        ])
      }
      _ = try await database.deviceCodes.save(
        DeviceCodeRecord(
          deviceCode: hash("device" + name), userCode: hash("user" + name), clientID: "tv", scope: .none, expires: soon),
        at: now)
      _ = try await database.deviceCodes.decide(
        userCode: hash("user" + name), .approve(subject, ApprovalDetails()), at: now)
      try await database.consents.add(ConsentRecord(subject: subject, clientID: "app", scope: .none, given: now))
    }
    try await database.people.endGrants(of: Subject(rawValue: "1"))
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
      #expect(try await database.tokens.save([late]) == isTaken)
    }
  }
}
