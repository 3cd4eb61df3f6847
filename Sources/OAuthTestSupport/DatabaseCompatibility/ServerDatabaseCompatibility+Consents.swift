#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let consents: [Check] = [
    Check("knows of no consent at first") { open in
      let database = try await open()
      try expect(await database.consent(of: user, to: "app") == nil, "a consent came from nowhere")
      try expect(await database.consents(of: user).isEmpty, "a list came from nowhere")
      try await database.removeConsent(of: user, to: "app")
    },
    Check("returns everything of a consent, in another process too") { open in
      let whole = ConsentRecord(
        subject: Subject(rawValue: "'; --"), clientID: "client \u{1F511}", scope: try Scope(["openid", "email"]),
        authorizationDetailsTypes: ["payment", "urn:x, y"], given: now)
      let little = ConsentRecord(subject: user, clientID: "app", scope: .none, given: now)
      for consent in [whole, little] {
        try await open().addConsent(consent)
        try expect(
          await open().consent(of: consent.subject, to: consent.clientID) == consent, "what came back is different")
        try expect(await open().consents(of: consent.subject) == [consent], "the list is different")
      }
    },
    Check("adds to a consent, and keeps the later time") { open in
      let database = try await open()
      try await database.addConsent(try consent(["openid", "email"], types: ["payment"], after: 60))
      try await database.addConsent(try consent(["openid", "profile"], types: ["account", "payment"]))
      let kept = try await open().consent(of: user, to: "app")
      try expect(
        kept == (try consent(["openid", "email", "profile"], types: ["account", "payment"], after: 60)),
        "the two don't add up")
    },
    Check("loses none of 64 consents that come at once") { open in
      let database = try await open()
      let tokens = (0..<64).map { "scope-\($0)" }
      _ = try await ServerStoreViolation.simultaneously(64) { try await database.addConsent(try consent([tokens[$0]])) }
      try expect(await database.consent(of: user, to: "app")?.scope == (try Scope(tokens)), "something was lost")
    },
    Check("keeps users and clients apart, and removes one consent at a time") { open in
      let database = try await open()
      let grace = Subject(rawValue: "grace")
      for subject in [user, grace] {
        for client in ["app", "App", "web"] {
          try await database.addConsent(
            ConsentRecord(subject: subject, clientID: client, scope: try Scope(["email"]), given: now))
        }
      }
      try await database.removeConsent(of: user, to: "app")
      try expect(await open().consent(of: user, to: "app") == nil, "what was taken back is there")
      try expect(Set(await open().consents(of: user).map(\.clientID)) == ["App", "web"], "too much was taken back")
      try expect(await open().consents(of: grace).count == 3, "another user's consent was taken back")
    },
  ]

  static func consent(_ scope: [String], types: [String] = [], after seconds: Double = 0) throws -> ConsentRecord {
    ConsentRecord(
      subject: user, clientID: "app", scope: try Scope(scope), authorizationDetailsTypes: types,
      given: now + seconds)
  }
}
