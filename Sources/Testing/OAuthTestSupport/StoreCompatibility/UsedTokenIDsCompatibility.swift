internal import FoundationBasics
public import OAuthCore

/// The requirements of `UsedTokenIDs`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store with a clock that the
/// check can advance. ``StoreCheck`` has an example.
public enum UsedTokenIDsCompatibility {
  /// All requirements.
  public static let checks: [StoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>] = [
    StoreCheck("accepts a token once, even in another process and after a restart") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      try expect(await ids.useOnce(id("a"), until: until), "a new token was rejected")
      try expect(await !ids.useOnce(id("a"), until: until), "a token was accepted twice")
      try expect(await !open().ids.useOnce(id("a"), until: until + 60), "a token was accepted again in another process")
      try expect(await open().ids.useOnce(id("b"), until: until), "another token was rejected")
    },
    StoreCheck("accepts a token from one of a hundred concurrent calls in two processes") { open in
      let (stores, clock) = ([try await open().ids, try await open().ids], try await open().clock)
      let until = clock.now + 60
      let wins = try await StoreViolation.simultaneously(100) { number in
        try await stores[number % 2].useOnce(id("a"), until: until)
      }
      try expect(wins.count { $0 } == 1, "\(wins.count { $0 }) of a hundred calls used one token")
    },
    StoreCheck("accepts a hundred tokens at once") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      let wins = try await StoreViolation.simultaneously(100) { number in
        try await ids.useOnce(id("\(number)"), until: until)
      }
      try expect(wins.allSatisfy { $0 }, "a new token was rejected")
    },
    StoreCheck("rejects expired tokens") { open in
      let (ids, clock) = try await open()
      try expect(await !ids.useOnce(id("a"), until: clock.now), "a token that expires now was accepted")
      try expect(await !ids.useOnce(id("a"), until: clock.now - 1), "an expired token was accepted")
    },
    StoreCheck("remembers a token until it expires, and frees its name then") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      _ = try await ids.useOnce(id("a"), until: until)
      clock.advance(by: .seconds(59))
      _ = try await ids.useOnce(id("b"), until: until + 60)
      try expect(await !ids.useOnce(id("a"), until: until + 60), "a used token was accepted again before it expired")
      clock.advance(by: .seconds(1))
      try expect(await ids.useOnce(id("a"), until: until + 60), "the name of an expired token is still taken")
      try expect(await !open().ids.useOnce(id("a"), until: until + 60), "the second token was accepted twice")
      clock.advance(by: .seconds(30))
      try expect(await ids.useOnce(id("c"), until: until + 60), "another token was rejected")
      try expect(await !ids.useOnce(id("a"), until: until + 60), "the second token was dropped with the first")
    },
    StoreCheck("distinguishes kinds, owners and names of tokens") { open in
      let (ids, clock) = try await open()
      let names =
        UsedTokenID.Kind.allCases.map { UsedTokenID($0, of: "owner", "a") } + [
          UsedTokenID(.dpopProof, of: "another", "a"), UsedTokenID(.dpopProof, of: "owner", "A"),
        ]
      for name in names {
        try expect(await ids.useOnce(name, until: clock.now + 60), "an unused token was rejected like another one")
      }
    },
  ]

  private static func id(_ name: String) -> UsedTokenID { UsedTokenID(.dpopProof, of: "key", name) }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
