internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let grantEnds: [Check] = [
    Check("ends everything that a user allowed, and nothing of other users") { open in
      let database = try await open()
      for name in ["1", "2"] {
        let owner = Subject(rawValue: name)
        try await database.save(ownedCode("code" + name, of: "app", user: owner, grant: name))
        _ = try await database.save([ownedToken("token" + name, of: "app", user: owner, grant: name)])
        _ = try await database.begin(device("device" + name, "user" + name, from: now), at: now)
        _ = try await database.decide(
          userCode: hash("user" + name), .approve(owner, ApprovalDetails()), at: now)
        try await database.addConsent(ownedConsent(name, to: "app"))
      }
      try await open().endGrants(of: Subject(rawValue: "1"), to: nil)
      for (name, isLeft) in [("1", false), ("2", true)] {
        let owner = Subject(rawValue: name)
        try expect(
          await (database.authorizationCode(hash("code" + name)) != nil) == isLeft,
          "wrong result for code \(name)")
        try expect(
          await (database.token(hash("token" + name)) != nil) == isLeft, "wrong result for token \(name)")
        try expect(await database.consents(of: owner).isEmpty != isLeft, "wrong result for consent \(name)")
        try expect(
          await (database.poll(hash("device" + name), by: "tv", at: now) != .unknown) == isLeft,
          "wrong result for device \(name)")
        let late = ownedToken("late" + name, of: "app", user: owner, grant: name)
        try expect(await database.save([late]) == isLeft, "wrong result for a late token of user \(name)")
      }
    },
    Check("ends what a user allowed to one client") { open in
      let database = try await open()
      let clients = ["app", "other"]
      for client in clients {
        try await database.save(ownedCode("code" + client, of: client))
        _ = try await database.save([ownedToken("token" + client, of: client)])
        try await database.addConsent(ownedConsent(user.rawValue, to: client))
      }
      let stranger = Subject(rawValue: "stranger")
      _ = try await database.save([ownedToken("stranger", of: "app", user: stranger, grant: "stranger")])
      // The client exchanged a token of the other one, whose grant goes on.
      let exchangedToken = IssuedToken(
        hash: hash("exchanged"), kind: .access, grant: GrantID(rawValue: "other"), clientID: "app",
        subject: user, scope: .none, expires: later)
      _ = try await database.save([exchangedToken])
      try await open().endGrants(of: user, to: "app")
      for (client, isLeft) in [("app", false), ("other", true)] {
        try expect(
          await (database.authorizationCode(hash("code" + client)) != nil) == isLeft,
          "wrong result for the code of \(client)")
        try expect(
          await (database.token(hash("token" + client)) != nil) == isLeft, "wrong result for a token of \(client)"
        )
        try expect(
          await database.save([ownedToken("late" + client, of: client)]) == isLeft,
          "wrong result for a late token of \(client)")
      }
      try expect(
        await database.token(exchangedToken.hash) == nil, "a token that was exchanged for the client is still there")
      try expect(await database.consents(of: user).map(\.clientID) == ["other"], "the consents are wrong")
      try expect(await database.token(hash("stranger")) != nil, "another user lost a token")
    },
  ]

  private static func ownedCode(
    _ name: String, of client: String, user: Subject = user, grant: String? = nil
  ) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: hash(name), grant: GrantID(rawValue: grant ?? client), clientID: client, redirectURI: "x:/",
      challenge: nil, subject: user, scope: .none, expires: later, rememberedUntil: later)
  }

  private static func ownedToken(
    _ name: String, of client: String, user: Subject = user, grant: String? = nil
  ) -> IssuedToken {
    IssuedToken(
      hash: hash(name), kind: .refresh, grant: GrantID(rawValue: grant ?? client), clientID: client,
      subject: user, scope: .none, expires: later)
  }

  private static func ownedConsent(_ user: String, to client: String) -> ConsentRecord {
    ConsentRecord(subject: Subject(rawValue: user), clientID: client, scope: .none, givenAt: now)
  }
}
