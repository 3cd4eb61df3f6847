internal import FoundationBasics
internal import OAuthCore
public import OAuthServer

/// The promises of `ServerAdministration`, as checks for a database that has it. Look-ups of
/// clients and users are checked by ``ClientStoreCompatibility`` and
/// ``PasswordStoreCompatibility``.
public enum ServerAdministrationCompatibility {
  /// A database that servers and operators use.
  public typealias Database = any ServerDatabase & ServerAdministration
  private typealias Check = StoreCheck<Database>
  private typealias Suite = ServerDatabaseCompatibility

  /// All promises.
  public static let checks: [StoreCheck<any ServerDatabase & ServerAdministration>] = [
    Check("remembers the last issuer") { open in
      try expect(await open().issuer() == nil, "a new database has an issuer")
      for text in ["https://login.example", "https://login.example/new"] {
        try await open().saveIssuer(try Issuer(text))
        try expect(await open().issuer()?.text == text, "the issuer is different")
      }
    },
    Check("shows a client's change by one process in all") { open in
      let databases = [try await open(), try await open()]
      try expect(await databases[0].client("app") == nil, "a new database has a client")
      for name in ["First", "Second"] {
        try await databases[0].saveClient(client("app", name: name))
        for database in databases + databases {
          try expect(await database.client("app") == client("app", name: name), "the client is different")
        }
      }
      try await databases[0].saveClient(client("another"))
      try expect(
        await databases[1].allClients() == [client("another"), client("app", name: "Second")], "the list is different")
      try expect(await databases[1].removeClient("app"), "the client couldn't be removed")
      try expect(await !databases[0].removeClient("app"), "the client was removed twice")
      for database in databases { try expect(await database.client("app") == nil, "the client is still there") }
    },
    Check("lists the clients that registered themselves, until they expire unused") { open in
      for (name, unusedUntil) in [("b", nil), ("a", Suite.now + 60)] as [(String, Date?)] {
        let record = try Suite.registration(name, unusedUntil: unusedUntil)
        _ = try await open().register(record, within: Suite.wide, at: Suite.now)
      }
      try expect(await open().allRegistrations(at: Suite.now + 59).map(\.id) == ["a", "b"], "the list is different")
      try expect(await open().allRegistrations(at: Suite.now + 60).map(\.id) == ["b"], "an expired client is listed")
    },
    Check("adds users once, changes them, and removes them") { open in
      let database = try await open()
      let (first, second) = (try password(10), try password(11))
      let ada = User(
        subject: Subject(rawValue: "1"), username: "ada", name: "Ada \u{1F511}", email: "ada@example.com",
        claims: ["locale": "en", "address": ["country": "UK\u{0}"]])
      try expect(await database.addUser(ada, password: first), "a new user was rejected")
      for (subject, username) in [("2", "ada"), ("1", "eve")] {
        let other = User(subject: Subject(rawValue: subject), username: username, name: "Eve")
        try expect(await !open().addUser(other, password: second), "a user name or subject was given to a second user")
        try expect(await !open().changeUser(other), "a user was changed although only its name or subject matches")
      }
      try expect(await open().allUsers() == [ada], "the list is different")
      let changedUser = User(
        subject: ada.subject, username: "ada", name: "Ada King", claims: ["locale": "de"], isDisabled: true)
      try expect(await open().changeUser(changedUser), "a user wasn't changed")
      try expect(await database.user(ada.subject) == changedUser, "the user is different")
      try expect(await database.account("ada")?.password == first, "the password changed too")
      for name in ["1", "2"] { try await database.startSession(Suite.session(name, of: Subject(rawValue: name))) }
      try expect(await open().removeUser("ada"), "the user couldn't be removed")
      try expect(await !open().removeUser("ada"), "the user was removed twice")
      try expect(await database.user(ada.subject) == nil, "the user is still there")
      // A sign-in that was under way can have left a session.
      try expect(await database.sessions(of: ada.subject).isEmpty, "a removed user still has a session")
      try expect(await database.sessions(of: Subject(rawValue: "2")).count == 1, "another user lost a session")
    },
    Check("leaves nothing of a removed client, and everything of others") { open in
      let database = try await open()
      let clients = ["app", "other"]
      // More tokens than a database looks at in one transaction.
      _ = try await database.save((0..<2_500).map { token("token\($0)", of: clients[$0 % 2]) })
      try await database.startSession(Suite.session("s"))
      for client in clients {
        try await database.saveClient(Self.client(client))
        let code = code("code" + client, of: client)
        let signIn = Suite.signIn(client, in: "s", client: client)
        _ = try await database.saveAuthorizationCode(code, signIn: signIn, consuming: nil, request: Suite.key(client))
        try await database.savePushedRequest(
          PushedRequestRecord(
            hash: Suite.hash("request" + client), clientID: client, parameters: Secret(""), expires: Suite.later,
            completableUntil: Suite.later))
        try await database.addConsent(
          ConsentRecord(subject: Suite.user, clientID: client, scope: try Scope(["email"]), givenAt: Suite.now))
        let device = DeviceCodeRecord(
          deviceCode: Suite.hash("device" + client), userCode: Suite.hash("user" + client), clientID: client,
          scope: .none, expires: Suite.later)
        _ = try await database.begin(device, at: Suite.now)
      }
      // The removed client exchanged a token of the other one, whose grant goes on.
      let exchangedToken = IssuedToken(
        hash: Suite.hash("exchanged"), kind: .access, grant: GrantID(rawValue: "other"), clientID: "app",
        subject: Suite.user, scope: .none, expires: Suite.later)
      _ = try await database.save([exchangedToken])
      // More consents than a database looks at in one transaction, of as many users.
      _ = try await StoreViolation.simultaneously(1_500) { number in
        try await database.addConsent(consent("user\(number)", to: clients[number % 2]))
      }
      try expect(await open().removeClient("app"), "the client couldn't be removed")
      for number in 0..<2_500 {
        let isThere = try await database.token(Suite.hash("token\(number)")) != nil
        try expect(isThere == (number % 2 == 1), "token \(number) is \(isThere ? "there" : "gone")")
      }
      try expect(
        await database.token(exchangedToken.hash) == nil, "a token that was exchanged for the client is still there")
      try expect(await !database.save([token("late", of: "app")]), "a grant of the removed client still gets tokens")
      try expect(await database.save([token("late", of: "other")]), "another grant was revoked")
      for (client, isLeft) in [("app", false), ("other", true)] {
        try expect(
          await (database.authorizationCode(Suite.hash("code" + client)) != nil) == isLeft,
          "wrong result for the code of \(client)")
        try expect(
          await (database.pushedRequest(Suite.hash("request" + client)) != nil) == isLeft,
          "wrong result for the request of \(client)")
        try expect(
          await (database.poll(Suite.hash("device" + client), by: client, at: Suite.now) == .pending) == isLeft,
          "wrong result for the device of \(client)")
      }
      try expect(
        await database.consents(of: Suite.user).map(\.clientID) == ["other"], "the remaining consents are wrong")
      for number in 0..<1_500 {
        let isThere = try await !database.consents(of: Subject(rawValue: "user\(number)")).isEmpty
        try expect(isThere == (number % 2 == 1), "consent \(number) is \(isThere ? "there" : "gone")")
      }
      try expect(
        await database.end("s", key: "1")?.grants.map(\.clientID) == ["other"], "the remaining sign-ins are wrong")
    },
    Check("lists the clients that have refresh tokens of a user") { open in
      let database = try await open()
      let clients = ["app", "other"]
      for client in clients { _ = try await database.save([token("token" + client, of: client)]) }
      let stranger = Subject(rawValue: "stranger")
      _ = try await database.save([token("stranger", of: "third", user: stranger, grant: "stranger")])
      func listed(at moment: Date) async throws -> [String] {
        try await open().clientsWithRefreshTokens(of: Suite.user, at: moment)
      }
      try expect(await listed(at: Suite.now) == clients, "the list is different")
      try expect(await listed(at: Suite.later).isEmpty, "expired tokens are listed")
      try await open().endGrants(of: Suite.user, to: "app")
      try expect(await listed(at: Suite.now) == ["other"], "the list has tokens that were ended")
    },
    Check("removes counts of wrong passwords") { open in
      let database = try await open()
      let limit = SignInAttemptPolicy.Limit(1, in: .seconds(60))
      let counts = ["ada", "bob"].map { name in
        SignInCount(key: SignInAttemptKey.keys(of: name, at: nil)[0], limit: limit, isResetBySuccess: false)
      }
      func admission(_ count: SignInCount, _ request: String) async throws -> SignInAdmission {
        try await database.admitSignIn([count], at: Suite.now, request: Suite.key(request))
      }
      try expect(await admission(counts[0], "1") == .admitted, "a first attempt was rejected")
      try expect(await admission(counts[1], "2") == .admitted, "a first attempt was rejected")
      try expect(await open().removeSignInCounts([counts[0].key]) == 1, "the count couldn't be removed")
      try expect(await open().removeSignInCounts([counts[0].key]) == 0, "the count was removed twice")
      try expect(await admission(counts[0], "3") == .admitted, "the user is still locked out")
      try expect(
        await admission(counts[1], "4") == .lockedOut(until: Suite.now + 60), "the lock of another user is gone")
    },
  ]

  private static func client(_ id: String, name: String = "App") -> RegisteredClient {
    RegisteredClient(
      id: id, name: name, kind: .confidential(secretHash: Suite.hash("s")), redirectURIs: [], scope: .none)
  }

  private static func password(_ cost: Int) throws -> PasswordHash {
    let text = "$scrypt$ln=\(cost),r=8,p=1$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
    guard let hash = PasswordHash(text: text) else { throw StoreViolation("a hash of the suite can't be parsed") }
    return hash
  }

  private static func code(
    _ name: String, of client: String, user: Subject = Suite.user, grant: String? = nil
  ) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: Suite.hash(name), grant: GrantID(rawValue: grant ?? client), clientID: client, redirectURI: "x:/",
      challenge: nil, subject: user, scope: .none, expires: Suite.later, rememberedUntil: Suite.later)
  }

  private static func token(
    _ name: String, of client: String, user: Subject = Suite.user, grant: String? = nil
  ) -> IssuedToken {
    IssuedToken(
      hash: Suite.hash(name), kind: .refresh, grant: GrantID(rawValue: grant ?? client), clientID: client,
      subject: user, scope: .none, expires: Suite.later)
  }

  private static func consent(_ user: String, to client: String) -> ConsentRecord {
    ConsentRecord(subject: Subject(rawValue: user), clientID: client, scope: .none, givenAt: Suite.now)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
