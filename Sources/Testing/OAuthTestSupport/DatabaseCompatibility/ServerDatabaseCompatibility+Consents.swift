internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let consents: [Check] = [
    Check("has no consents at first") { open in
      let database = try await open()
      try expect(await database.consent(of: user, to: "app") == nil, "a new database has a consent")
      try expect(await database.consents(of: user).isEmpty, "a new database lists consents")
      try await database.removeConsent(of: user, to: "app")
    },
    Check("returns every member of a consent, even in another process") { open in
      let whole = ConsentRecord(
        subject: Subject(rawValue: "'; --"), clientID: "client \u{1F511}", scope: try Scope(["openid", "email"]),
        unaskedScope: try Scope(["profile"]), authorizationDetailsTypes: ["payment", "urn:x, y"], givenAt: now)
      let little = ConsentRecord(subject: user, clientID: "app", scope: .none, givenAt: now)
      for consent in [whole, little] {
        try await open().addConsent(consent)
        try expect(
          await open().consent(of: consent.subject, to: consent.clientID) == consent, "the consent is different")
        try expect(await open().consents(of: consent.subject) == [consent], "the list is different")
      }
    },
    Check("adds to a consent, and keeps the later time") { open in
      let database = try await open()
      try await database.addConsent(try consent(["openid", "email"], types: ["payment"], after: 60))
      try await database.addConsent(try consent(["openid", "profile"], types: ["account", "payment"]))
      let storedConsent = try await open().consent(of: user, to: "app")
      try expect(
        storedConsent == (try consent(["openid", "email", "profile"], types: ["account", "payment"], after: 60)),
        "the sum of the two consents is wrong")
    },
    Check("keeps what a client got without a question apart from what the user allowed") { open in
      let database = try await open()
      try await database.addConsent(try consent(["openid"]))
      for tokens in [["profile"], ["email"]] {
        try await database.addConsent(
          ConsentRecord(
            subject: user, clientID: "app", scope: .none, unaskedScope: try Scope(tokens), givenAt: now))
      }
      let stored = try await open().consent(of: user, to: "app")
      try expect(stored?.scope == (try Scope(["openid"])), "the allowed scope is different")
      try expect(stored?.unaskedScope == (try Scope(["email", "profile"])), "the other scope is different")
    },
    Check("saves all of 64 concurrent consents") { open in
      let database = try await open()
      let tokens = (0..<64).map { "scope-\($0)" }
      _ = try await StoreViolation.simultaneously(64) { try await database.addConsent(try consent([tokens[$0]])) }
      try expect(await database.consent(of: user, to: "app")?.scope == (try Scope(tokens)), "a consent was lost")
    },
    Check("distinguishes users and clients, and removes one consent at a time") { open in
      let database = try await open()
      let grace = Subject(rawValue: "grace")
      for subject in [user, grace] {
        for client in ["app", "App", "web"] {
          try await database.addConsent(
            ConsentRecord(subject: subject, clientID: client, scope: try Scope(["email"]), givenAt: now))
        }
      }
      try await database.removeConsent(of: user, to: "app")
      try expect(await open().consent(of: user, to: "app") == nil, "a removed consent is still there")
      try expect(
        Set(await open().consents(of: user).map(\.clientID)) == ["App", "web"], "another consent was removed too")
      try expect(await open().consents(of: grace).count == 3, "another user's consent was removed")
    },
  ]

  static func consent(_ scope: [String], types: [String] = [], after seconds: Double = 0) throws -> ConsentRecord {
    ConsentRecord(
      subject: user, clientID: "app", scope: try Scope(scope), authorizationDetailsTypes: types,
      givenAt: now + seconds)
  }
}
