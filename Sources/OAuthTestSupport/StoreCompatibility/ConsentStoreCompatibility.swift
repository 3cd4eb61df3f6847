#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `ConsentStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum ConsentStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any ConsentStore>] = [
    ServerStoreCheck("knows of nothing at first") { open in
      let store = try await open()
      try expect(await store.consent(of: ada, to: "app") == nil, "a consent came from nowhere")
      try expect(await store.consents(of: ada).isEmpty, "a list came from nowhere")
      try await store.revoke(of: ada, to: "app")
    },
    ServerStoreCheck("gives back everything that was added, also to another process") { open in
      let whole = ConsentRecord(
        subject: Subject(rawValue: "'; --"), clientID: "client \u{1F511}", scope: try Scope(["openid", "email"]),
        authorizationDetailsTypes: ["payment", "urn:x, y"], given: start)
      let little = ConsentRecord(subject: ada, clientID: "app", scope: .none, given: start)
      for consent in [whole, little] {
        try await open().add(consent)
        try expect(
          await open().consent(of: consent.subject, to: consent.clientID) == consent, "what came back is different")
        try expect(await open().consents(of: consent.subject) == [consent], "the list is different")
      }
    },
    ServerStoreCheck("adds to what was allowed before, and keeps the later time") { open in
      let store = try await open()
      try await store.add(try consent(["openid", "email"], types: ["payment"], after: 60))
      try await store.add(try consent(["openid", "profile"], types: ["account", "payment"]))
      let kept = try await open().consent(of: ada, to: "app")
      try expect(
        kept == (try consent(["openid", "email", "profile"], types: ["account", "payment"], after: 60)),
        "the two don't add up")
    },
    ServerStoreCheck("loses none of many that come at once") { open in
      let store = try await open()
      let tokens = (0..<40).map { "scope-\($0)" }
      _ = try await ServerStoreViolation.simultaneously(40) { try await store.add(try consent([tokens[$0]])) }
      try expect(await store.consent(of: ada, to: "app")?.scope == (try Scope(tokens)), "something was lost")
    },
    ServerStoreCheck("keeps people and clients apart, and forgets one at a time") { open in
      let store = try await open()
      let grace = Subject(rawValue: "grace")
      for subject in [ada, grace] {
        for client in ["app", "App", "web"] {
          try await store.add(
            ConsentRecord(subject: subject, clientID: client, scope: try Scope(["email"]), given: start))
        }
      }
      try await store.revoke(of: ada, to: "app")
      try expect(await open().consent(of: ada, to: "app") == nil, "what was taken back is there")
      try expect(Set(await open().consents(of: ada).map(\.clientID)) == ["App", "web"], "too much was taken back")
      try expect(await open().consents(of: grace).count == 3, "another person's consent was taken back")
    },
  ]

  private static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let ada = Subject(rawValue: "ada")

  private static func consent(
    _ scope: [String], types: [String] = [], after seconds: Double = 0
  ) throws -> ConsentRecord {
    ConsentRecord(
      subject: ada, clientID: "app", scope: try Scope(scope), authorizationDetailsTypes: types,
      given: start.addingTimeInterval(seconds))
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
