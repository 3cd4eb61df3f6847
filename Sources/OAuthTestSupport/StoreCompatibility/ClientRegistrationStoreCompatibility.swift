#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `ClientRegistrationStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum ClientRegistrationStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any ClientRegistrationStore>] = [
    ServerStoreCheck("knows no client at first") { open in
      try expect(await open().find("a", at: now) == nil, "a client came from nowhere")
    },
    ServerStoreCheck("gives back everything that was added, also to another process") { open in
      let record = try record("a", unusedUntil: now + 60)
      try expect(await open().add(record, within: wide, at: now) == .added, "a client was refused")
      try expect(await open().find("a", at: now) == record, "what came back is different")
      try expect(await open().find("A", at: now) == nil, "another name is the same client")
    },
    ServerStoreCheck("forgets a client that wasn't used in its time, and not one that was") { open in
      let store = try await open()
      for name in ["a", "b"] { _ = try await store.add(try record(name, unusedUntil: now + 60), within: wide, at: now) }
      try await store.markUsed("a")
      try await store.markUsed("nobody")
      try expect(await store.find("b", at: now + 59) != nil, "an unused client ended too soon")
      try expect(await store.find("b", at: now + 60) == nil, "an unused client stayed")
      let kept = try await open().find("a", at: now + 9_999)
      try expect(kept?.unusedUntil == nil && kept?.client.id == "a", "a used client ended")
      // This registration was read before the client was used, and is saved afterwards.
      try expect(await store.replace(try record("a", unusedUntil: now + 60)), "a used client isn't there")
      try expect(await store.find("a", at: now + 9_999) != nil, "a used client is an unused one again")
    },
    ServerStoreCheck("takes no more than it may, and counts none whose time is over") { open in
      let store = try await open()
      let limits = RegistrationLimits(clients: 2, clientsPerMinute: 99)
      for name in ["a", "b"] {
        let record = try record(name, unusedUntil: now + 60)
        try expect(await store.add(record, within: limits, at: now) == .added, "\(name) was refused")
      }
      try expect(await store.add(try record("c"), within: limits, at: now) == .full, "there are three")
      try expect(await store.find("c", at: now) == nil, "a refused client is there")
      try await store.markUsed("a")
      let later = try record("d", issued: now + 60)
      try expect(await store.add(later, within: limits, at: now + 60) == .added, "room wasn't found")
      try expect(await store.find("a", at: now + 60) != nil, "a used client was forgotten")
    },
    ServerStoreCheck("makes room by the first of those that nobody used for an hour") { open in
      let store = try await open()
      let limits = RegistrationLimits(clients: 3, clientsPerMinute: 99)
      for (name, minute) in [("used", 0), ("b", 1), ("a", 2)] {
        let issued = now + Double(minute * 60)
        let record = try record(name, issued: issued, unusedUntil: now + 86_400)
        try expect(await store.add(record, within: limits, at: issued) == .added, "\(name) was refused")
      }
      try await store.markUsed("used")
      let early = now + 3_600
      let soon = try record("c", issued: early, unusedUntil: now + 86_400)
      try expect(await store.add(soon, within: limits, at: early) == .full, "one was forgotten before its hour")
      for (name, forgotten) in [("c", "b"), ("d", "a")] {
        let later = now + 3_720
        let record = try record(name, issued: later, unusedUntil: now + 86_400)
        try expect(await store.add(record, within: limits, at: later) == .added, "there was no room for \(name)")
        try expect(await store.find(forgotten, at: later) == nil, "\(forgotten) is still there")
      }
      try expect(await store.find("used", at: now + 3_720) != nil, "a used client was forgotten")
      let last = try record("e", issued: now + 3_780, unusedUntil: now + 86_400)
      try expect(await store.add(last, within: limits, at: now + 3_780) == .full, "a new one was forgotten")
    },
    ServerStoreCheck("takes no more in a minute than it may") { open in
      let store = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 2)
      for name in ["a", "b"] { _ = try await store.add(try record(name), within: limits, at: now) }
      try expect(await store.add(try record("c"), within: limits, at: now + 30) == .tooFast, "there are three")
      let later = try record("c", issued: now + 61)
      try expect(await store.add(later, within: limits, at: now + 61) == .added, "the minute doesn't end")
    },
    ServerStoreCheck("takes new ones although the clock was ahead and is set right") { open in
      let store = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 1)
      let ahead = try record("a", issued: now + 86_400)
      try expect(await store.add(ahead, within: limits, at: now + 86_400) == .added, "the first wasn't taken")
      try expect(await store.add(try record("b"), within: limits, at: now) == .added, "tomorrow's was counted")
    },
    ServerStoreCheck("keeps to its limits when many come at once") { open in
      let stores = [try await open(), try await open()]
      let outcomes = try await ServerStoreViolation.simultaneously(40) { number in
        try await stores[number % 2].add(
          try record("k\(number)"), within: RegistrationLimits(clients: 5, clientsPerMinute: 99), at: now)
      }
      try expect(outcomes.count { $0 == .added } == 5, "\(outcomes.count { $0 == .added }) were added")
    },
    ServerStoreCheck("replaces a registration that is there, and brings none back") { open in
      let store = try await open()
      _ = try await store.add(try record("a"), within: wide, at: now)
      let changed = try record("a", name: "changed")
      try expect(await store.replace(changed), "a registration wasn't replaced")
      try expect(await open().find("a", at: now) == changed, "what came back is different")
      try await store.remove("a")
      try await store.remove("a")
      try expect(await !store.replace(changed), "a client came back")
      try expect(await open().find("a", at: now) == nil, "the client is still there")
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let wide = RegistrationLimits(clients: 1_000, clientsPerMinute: 1_000)

  private static func record(
    _ id: String, name: String = "Ä \"x\"", issued: Date = now, unusedUntil: Date? = nil
  ) throws -> ClientRegistrationRecord {
    var settings = ClientSettings()
    settings.requiresDPoP = true
    settings.contacts = ["a@app.example"]
    return ClientRegistrationRecord(
      client: RegisteredClient(
        id: id, name: name, kind: .confidential(secretHash: SecretHash(of: Secret("s"))),
        redirectURIs: [try RedirectURI("https://app.example/?a=%20b")], scope: try Scope(["openid", "email"]),
        settings: settings),
      words: ["application_type": "web", "response_types": ["code"]], tokenHash: SecretHash(of: Secret("t")),
      issued: issued, unusedUntil: unusedUntil, isFromOpenRegistration: unusedUntil != nil)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
