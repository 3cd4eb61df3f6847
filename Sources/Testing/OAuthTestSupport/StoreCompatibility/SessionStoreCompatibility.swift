internal import FoundationBasics
internal import OAuthCore
public import OAuthWebSessions

/// The requirements of `SessionStore`, as checks. Run those of ``UsedTokenIDsCompatibility`` too.
///
/// To test a store of your own, run each check in a test, on an empty store:
///
/// ```swift
/// @Test(arguments: SessionStoreCompatibility.checks)
/// func `The session store is complete`(_ check: StoreCheck<any SessionStore>) async throws {
///   let store = MemorySessionStore()  // your own store
///   try await check.run { store }
/// }
/// ```
public enum SessionStoreCompatibility {
  /// All requirements.
  public static let checks: [StoreCheck<any SessionStore>] = [
    StoreCheck("returns a session as it was saved, even in another process") { open in
      for record in [record("a", tokens: "sealed"), record("b", tokens: nil)] {
        try await open().insert(record)
        try expect(await open().session(record.name, now: now) == record, "the session is different")
      }
      try expect(await open().session(name("c"), now: now) == nil, "an unknown session was returned")
    },
    StoreCheck("keeps the first of two sessions with one name") { open in
      try await open().insert(record("a"))
      // The store may throw, too.
      try? await open().insert(record("a", tokens: "later"))
      try expect(await open().session(name("a"), now: now) == record("a"), "the session was replaced")
    },
    StoreCheck("returns no session that has expired") { open in
      let store = try await open()
      try await store.insert(record("a"))
      try expect(await store.session(name("a"), now: now + 59.9) != nil, "a session ended too early")
      try expect(await store.session(name("a"), now: now + 60) == nil, "an idle session was returned")
      try await store.extend(name("a"), until: now + 1_000)
      try expect(await store.session(name("a"), now: now + 599.9) != nil, "an extended session ended too early")
      try expect(await store.session(name("a"), now: now + 600) == nil, "a session was returned after its last end")
    },
    StoreCheck("lists the sessions of a user that haven't expired, and no others") { open in
      let store = try await open()
      try expect(await store.sessions(of: name("user"), now: now).isEmpty, "an unknown user has sessions")
      for text in ["a", "b", "c"] { try await store.insert(record(text, tokens: "sealed")) }
      try await store.insert(record("d", user: "other"))
      try await store.extend(name("b"), until: now + 100)
      try await store.delete(name("c"))
      let both = try await open().sessions(of: name("user"), now: now)
      try expect(Set(both.map(\.name)) == [name("a"), name("b")], "other sessions were listed")
      try expect(both.contains(record("a", tokens: "sealed")), "the session is different")
      let late = try await store.sessions(of: name("user"), now: now + 60)
      try expect(late.map(\.name) == [name("b")], "an expired session was listed")
    },
    StoreCheck("extends the idle time, and never shortens it") { open in
      let store = try await open()
      try await store.insert(record("a"))
      try await store.extend(name("a"), until: now + 100)
      try await store.extend(name("a"), until: now + 50)
      try expect(await open().session(name("a"), now: now)?.idleEnd == now + 100, "the idle time is different")
      try await store.extend(name("b"), until: now + 100)
      try expect(await store.session(name("b"), now: now) == nil, "an unknown session was created")
    },
    StoreCheck("replaces the tokens of a session, and of no other") { open in
      let store = try await open()
      try await store.insert(record("a", tokens: "old"))
      try await store.insert(record("b", tokens: "other"))
      try expect(await store.replaceTokens(of: name("a"), with: "new"), "the session wasn't found")
      try expect(await open().session(name("a"), now: now) == record("a", tokens: "new"), "the session is different")
      try expect(await open().session(name("b"), now: now)?.tokens == "other", "another session has changed")
      try expect(await store.replaceTokens(of: name("a"), with: nil), "the session wasn't found")
      try expect(await open().session(name("a"), now: now) == record("a"), "the tokens are still there")
    },
    StoreCheck("doesn't bring a deleted session back with new tokens") { open in
      let store = try await open()
      try await store.insert(record("a", tokens: "old"))
      try await store.delete(name("a"))
      try await store.delete(name("a"))
      try expect(await !store.replaceTokens(of: name("a"), with: "new"), "the session was found")
      try expect(await open().session(name("a"), now: now) == nil, "the session is back")
    },
    StoreCheck("ends the sessions that began until a moment") { open in
      let store = try await open()
      try expect(await !store.isEnded([name("a"), name("b")], since: now), "an unknown name was ended")
      try await store.end(name("b"), at: now, until: now + 600)
      try expect(await open().isEnded([name("a"), name("b")], since: now), "a session of that moment is valid")
      try expect(await open().isEnded([name("b")], since: now - 1), "an earlier session is valid")
      try expect(await !open().isEnded([name("b")], since: now + 0.001), "a later session was ended")
      try expect(await !open().isEnded([name("a")], since: now - 1), "another name was ended")
      try expect(await !open().isEnded([], since: now), "no name was ended")
    },
    StoreCheck("keeps the later moment if a name is ended twice") { open in
      let store = try await open()
      try await store.end(name("a"), at: now + 10, until: now + 610)
      try await store.end(name("a"), at: now, until: now + 600)
      try expect(await store.isEnded([name("a")], since: now + 10), "the later moment was overwritten")
      try await store.deleteExpired(now: now + 605)
      try expect(await store.isEnded([name("a")], since: now + 10), "the later expiry was overwritten")
    },
    StoreCheck("gives a lock to one of a hundred holders") { open in
      let stores = [try await open(), try await open()]
      let wins = try await StoreViolation.simultaneously(100) { number in
        try await stores[number % 2].lock(name("a"), holder: "holder \(number)", until: now + 60, now: now)
      }
      try expect(wins.count { $0 } == 1, "\(wins.count { $0 }) holders have the lock")
    },
    StoreCheck("frees a lock when its holder releases it, and no other holder can") { open in
      let store = try await open()
      try expect(await store.lock(name("a"), holder: "one", until: now + 60, now: now), "a free lock was refused")
      try expect(await store.lock(name("b"), holder: "two", until: now + 60, now: now), "another lock was refused")
      try await store.unlock(name("a"), holder: "two")
      try expect(await !store.lock(name("a"), holder: "two", until: now + 60, now: now), "the lock is free")
      try await store.unlock(name("a"), holder: "one")
      try expect(await open().lock(name("a"), holder: "two", until: now + 60, now: now), "the lock isn't free")
    },
    StoreCheck("extends a lock for its holder") { open in
      _ = try await open().lock(name("a"), holder: "one", until: now + 60, now: now)
      try expect(await open().lock(name("a"), holder: "one", until: now + 90, now: now + 30), "the lock was refused")
      try expect(await !open().lock(name("a"), holder: "two", until: now + 99, now: now + 89), "the lock is free")
      try expect(await open().lock(name("a"), holder: "two", until: now + 99, now: now + 90), "the lock isn't free")
    },
    StoreCheck("frees a lock at its expiry, and a late release doesn't free the next one") { open in
      let store = try await open()
      _ = try await store.lock(name("a"), holder: "one", until: now + 60, now: now)
      try expect(await !store.lock(name("a"), holder: "two", until: now + 99, now: now + 59), "the lock is free")
      try expect(await store.lock(name("a"), holder: "two", until: now + 99, now: now + 60), "the lock isn't free")
      try await store.unlock(name("a"), holder: "one")
      try expect(await !store.lock(name("a"), holder: "three", until: now + 99, now: now + 61), "the lock is free")
    },
    StoreCheck("deletes what has expired, and nothing else") { open in
      let store = try await open()
      try await store.insert(record("a"))
      try await store.insert(record("b"))
      try await store.extend(name("b"), until: now + 500)
      try await store.end(name("c"), at: now, until: now + 60)
      try await store.end(name("d"), at: now, until: now + 61)
      _ = try await store.lock(name("e"), holder: "one", until: now + 61, now: now)
      try await store.deleteExpired(now: now + 60)
      try expect(await store.session(name("a"), now: now) == nil, "an expired session is still there")
      try expect(await store.session(name("b"), now: now) != nil, "a valid session was deleted")
      try expect(await !store.isEnded([name("c")], since: now), "an expired entry is still there")
      try expect(await store.isEnded([name("d")], since: now), "a needed entry was deleted")
      try expect(await !store.lock(name("e"), holder: "two", until: now + 99, now: now + 60), "a lock was deleted")
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000.123_456)

  private static func name(_ text: String) -> SessionName { SessionName("test", text) }

  private static func record(_ text: String, user: String = "user", tokens: String? = nil) -> SessionRecord {
    SessionRecord(
      name: name(text), user: name(user), content: "content-\(text)", tokens: tokens, idleEnd: now + 60,
      end: now + 600)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
