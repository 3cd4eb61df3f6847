#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `SessionStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum SessionStoreCompatibility {
  /// All requirements. If the store has a clock, set it to 1,800,000,000 seconds after 1970.
  public static let checks: [ServerStoreCheck<any SessionStore>] = [
    ServerStoreCheck("knows nobody at first") { open in
      let store = try await open()
      try expect(await store.find(cookie: cookie("a")) == nil, "a session came from nowhere")
      try expect(await store.sessions(of: ada).isEmpty, "a person has a session from nowhere")
      try expect(await store.end(SessionID(rawValue: "a")) == nil, "an unknown session was ended")
      try expect(await !store.add(grant("g"), to: SessionID(rawValue: "a")), "an unknown session has a grant")
      try expect(await !store.renew(session("a"), from: cookie("a")), "an unknown session was renewed")
      try await store.touch(SessionID(rawValue: "a"), idleUntil: start)
      try expect(await store.find(cookie: cookie("a")) == nil, "a session came of its use")
    },
    ServerStoreCheck("gives back everything that was saved, also to another process") { open in
      let whole = SessionRecord(
        id: SessionID(rawValue: "name \u{1F511} '"), cookie: cookie("whole"), subject: Subject(rawValue: "'; --"),
        authenticated: start, authenticationContext: "urn:example:silver", authenticationMethods: ["pwd", "otp"],
        idleUntil: start.addingTimeInterval(60), expires: start.addingTimeInterval(3_600))
      let little = session("little")
      for session in [whole, little] { try await open().save(session) }
      for session in [whole, little] {
        try expect(await open().find(cookie: session.cookie) == session, "what came back is different")
        try expect(await open().sessions(of: session.subject) == [session], "the person's list is different")
      }
    },
    ServerStoreCheck("keeps people, sessions and cookies apart") { open in
      let store = try await open()
      for name in ["a", "b", "c"] { try await store.save(session(name)) }
      try await store.save(session("d", of: Subject(rawValue: "grace")))
      try expect(await store.find(cookie: cookie("b"))?.id == SessionID(rawValue: "b"), "another session came back")
      let names = Set(try await store.sessions(of: ada).map(\.id.rawValue))
      try expect(names == ["a", "b", "c"], "the person's sessions are different")
      _ = try await store.end(SessionID(rawValue: "b"))
      try expect(await store.find(cookie: cookie("a")) != nil, "another session ended as well")
    },
    ServerStoreCheck("renews a session: the old cookie means nothing, the grants stay") { open in
      let store = try await open()
      let before = session("a")
      try await store.save(before)
      try expect(await store.add(grant("g"), to: before.id), "a live session took no grant")
      let after = session("a", cookie: "second", authenticated: start.addingTimeInterval(30))
      try expect(await open().renew(after, from: before.cookie), "a live session wasn't renewed")
      try expect(await open().find(cookie: before.cookie) == nil, "the old cookie still finds the session")
      try expect(await open().find(cookie: after.cookie) == after, "the new cookie doesn't")
      try expect(await !store.renew(session("a", cookie: "third"), from: before.cookie), "an old cookie renewed it")
      try expect(await store.find(cookie: after.cookie) == after, "a refused renewal changed it")
      try expect(await store.sessions(of: ada) == [after], "the person has more than the renewed session")
      try expect(await store.end(after.id)?.grants == [grant("g")], "the grants are lost")
    },
    ServerStoreCheck("lets one of many renewals from one cookie win") { open in
      let store = try await open()
      try await store.save(session("a"))
      let won = try await ServerStoreViolation.simultaneously(50) { number in
        try await store.renew(session("a", cookie: "new-\(number)"), from: cookie("a"))
      }
      try expect(won.count { $0 } == 1, "\(won.count { $0 }) renewals won")
    },
    ServerStoreCheck("remembers the latest use, and never an earlier one") { open in
      let store = try await open()
      let before = session("a")
      try await store.save(before)
      let later = start.addingTimeInterval(1_800)
      try await store.touch(before.id, idleUntil: later)
      try await store.touch(before.id, idleUntil: start.addingTimeInterval(900))
      try expect(await open().find(cookie: before.cookie) == before.used(until: later), "the use came back different")
    },
    ServerStoreCheck("keeps each grant of a session once") { open in
      let store = try await open()
      try await store.save(session("a"))
      try await store.save(session("b"))
      let grants = [grant("g"), grant("h", client: "web"), grant("i", isOffline: true)]
      for grant in grants + [grants[0]] { try expect(await store.add(grant, to: SessionID(rawValue: "a")), "refused") }
      try expect(await open().end(SessionID(rawValue: "b"))?.grants == [], "another session's grants")
      let ended = try await open().end(SessionID(rawValue: "a"))
      try expect(ended?.session == session("a"), "the session came back different")
      try expect(Set(ended?.grants ?? []) == Set(grants) && ended?.grants.count == 3, "the grants came back different")
    },
    ServerStoreCheck("ends a session for one of many who do it at once, and takes no grant afterwards") { open in
      for round in 0..<8 {
        let store = try await open()
        let id = SessionID(rawValue: "r\(round)")
        try await store.save(session("r\(round)"))
        try expect(await store.add(grant("g"), to: id), "a live session took no grant")
        let results = try await ServerStoreViolation.simultaneously(60) { number -> [SessionGrant]? in
          guard number % 3 == 0 else { return try await store.end(id)?.grants }
          return try await store.add(grant("late-\(number)"), to: id) ? [] : nil
        }
        let ends = results.compactMap(\.self).filter { !$0.isEmpty }
        try expect(ends.count == 1, "\(ends.count) of many ended the session")
        // Each grant that was reported as added is among those that ended with the session.
        let kept = results.count { $0 == [] }
        try expect(ends.first?.count == kept + 1, "\(kept + 1) grants were kept, and \(ends.first?.count ?? 0) ended")
        try expect(await !store.add(grant("late"), to: id), "a session that ended took a grant")
        try expect(await open().find(cookie: cookie("r\(round)")) == nil, "a session that ended is found")
        try expect(await open().sessions(of: ada).isEmpty, "a session that ended is listed")
      }
    },
  ]

  private static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let ada = Subject(rawValue: "ada")

  private static func cookie(_ name: String) -> SecretHash {
    SecretHash(of: Secret("cookie " + name))
  }

  private static func session(
    _ name: String, of subject: Subject = ada, cookie: String? = nil, authenticated: Date = start
  ) -> SessionRecord {
    SessionRecord(
      id: SessionID(rawValue: name), cookie: Self.cookie(cookie ?? name), subject: subject,
      authenticated: authenticated, idleUntil: start.addingTimeInterval(600), expires: start.addingTimeInterval(7_200))
  }

  private static func grant(_ name: String, client: String = "app", isOffline: Bool = false) -> SessionGrant {
    SessionGrant(grant: GrantID(rawValue: name), clientID: client, isOffline: isOffline)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
