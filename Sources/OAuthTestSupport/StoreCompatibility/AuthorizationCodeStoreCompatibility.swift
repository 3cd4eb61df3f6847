#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer
internal import PKCE

/// The requirements of `AuthorizationCodeStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum AuthorizationCodeStoreCompatibility {
  /// All requirements. If the store has a clock, set it to 1,800,000,000 seconds after 1970.
  public static let checks: [ServerStoreCheck<any AuthorizationCodeStore>] = [
    ServerStoreCheck("knows nothing at first") { open in
      let store = try await open()
      try expect(await store.find(hash("a")) == nil, "a code came from nowhere")
      try expect(await !store.spend(hash("a")), "an unknown code was spent")
    },
    ServerStoreCheck("gives back everything that was saved, also to another process") { open in
      try await open().save(everything)
      try expect(await open().find(everything.hash) == everything, "what came back is different")
    },
    ServerStoreCheck("gives back as little as was saved") { open in
      let record = newRecord("a")
      try await open().save(record)
      let kept = try await open().find(record.hash)
      try expect(kept == record, "what came back is different")
      try expect(kept?.challenge == nil && kept?.nonce == nil, "something came from nowhere")
    },
    ServerStoreCheck("keeps a nonce octet for octet") { open in
      let store = try await open()
      for (number, nonce) in ["", "e\u{301}", "\u{E9}", "a\u{0}b", "'; DROP TABLE codes; --", "\u{1F511}\r\n"]
        .enumerated()
      {
        let record = newRecord("n\(number)", nonce: Secret(nonce))
        try await store.save(record)
        let kept = try await store.find(record.hash)?.nonce?.reveal()
        try expect(kept.map { Array($0.utf8) } == Array(nonce.utf8), "nonce \(number) came back different")
      }
    },
    ServerStoreCheck("keeps codes apart") { open in
      let store = try await open()
      let records = (0..<64).map { newRecord("c\($0)") }
      for record in records { try await store.save(record) }
      try expect(await store.spend(records[7].hash), "a new code can't be spent")
      for record in records { try expect(await store.find(record.hash) == record, "another code came back") }
      try expect(await store.spend(records[8].hash), "spending one code spent another")
    },
    ServerStoreCheck("gives a code to the first who spends it, and remembers it") { open in
      let record = newRecord("a")
      try await open().save(record)
      try expect(await open().spend(record.hash), "a new code can't be spent")
      try expect(await !open().spend(record.hash), "a code was spent twice")
      try expect(
        await open().find(record.hash) == record, "a spent code was forgotten, so that its replay ends nothing")
    },
    ServerStoreCheck("gives a code to one of a hundred who spend it at once") { open in
      let stores = [try await open(), try await open()]
      for round in 0..<8 {
        let record = newRecord("r\(round)")
        try await stores[0].save(record)
        let won = try await ServerStoreViolation.simultaneously(100) { try await stores[$0 % 2].spend(record.hash) }
        try expect(won.count { $0 } == 1, "\(won.count { $0 }) of 100 won")
      }
    },
    ServerStoreCheck("lets a hundred at once spend codes of their own") { open in
      let store = try await open()
      let won = try await ServerStoreViolation.simultaneously(100) { number in
        let record = newRecord("own\(number)")
        try await store.save(record)
        let kept = try await store.find(record.hash)
        let isSpent = try await store.spend(record.hash)
        return kept == record && isSpent
      }
      try expect(won.allSatisfy { $0 }, "somebody's own code was lost")
    },
    ServerStoreCheck("does what it began, also for a task that is cancelled") { open in
      let store = try await open()
      let records = (0..<32).map { newRecord("cancelled\($0)") }
      let won = await withTaskGroup(of: (Int, Bool?).self) { group in
        for (number, record) in records.enumerated() {
          group.addTask {
            do {
              try await store.save(record)
              return (number, try await store.spend(record.hash))
            } catch { return (number, nil) }
          }
        }
        group.cancelAll()
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (number, won) in won where won == true {
        try expect(await !store.spend(records[number].hash), "a code was spent twice")
      }
      let record = newRecord("after")
      try await store.save(record)
      try expect(await store.spend(record.hash), "nothing works after a cancellation")
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private static func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  private static func newRecord(_ name: String, nonce: Secret? = nil) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: hash(name), grant: GrantID(rawValue: "grant-\(name)"), clientID: "app", redirectURI: "x:/", challenge: nil,
      subject: Subject(rawValue: "1"), scope: .none, expires: now + 60, rememberedUntil: now + 3_600, nonce: nonce)
  }

  private static let everything = AuthorizationCodeRecord(
    hash: hash("everything"), grant: GrantID(rawValue: "grant \u{1F511}"), clientID: "https://client.example/'\"--",
    redirectURI: "https://app.example/callback?a=b%20c&d=\u{FC}",
    challenge: try? CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256),
    subject: Subject(rawValue: "sub-\u{FC}"), scope: (try? Scope(["openid", "z", "a"])) ?? .none, expires: now + 60.25,
    rememberedUntil: now + 2_592_000.5, details: ServerStoreSamples.details, nonce: Secret("n-0S6_WzA2Mj"))

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
