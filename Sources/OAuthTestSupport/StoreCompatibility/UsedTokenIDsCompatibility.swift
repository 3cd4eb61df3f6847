public import DPoPVerification
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// The requirements of `UsedTokenIDs`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store with a clock that the
/// check can advance. ``ServerStoreCheck`` has an example.
public enum UsedTokenIDsCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>] = [
    ServerStoreCheck("takes a token once, also in another process and after a new start") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      try expect(await ids.useOnce(id("a"), until: until), "a fresh token was refused")
      try expect(await !ids.useOnce(id("a"), until: until), "a token was used twice")
      try expect(await !open().ids.useOnce(id("a"), until: until + 60), "a token was used again elsewhere")
      try expect(await open().ids.useOnce(id("b"), until: until), "another token was refused")
    },
    ServerStoreCheck("lets one of a hundred have a token, in two processes") { open in
      let (stores, clock) = ([try await open().ids, try await open().ids], try await open().clock)
      let until = clock.now + 60
      let won = try await ServerStoreViolation.simultaneously(100) { number in
        try await stores[number % 2].useOnce(id("a"), until: until)
      }
      try expect(won.count { $0 } == 1, "\(won.count { $0 }) of a hundred used one token")
    },
    ServerStoreCheck("takes a hundred tokens at once, each once") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      let won = try await ServerStoreViolation.simultaneously(100) { number in
        try await ids.useOnce(id("\(number)"), until: until)
      }
      try expect(won.allSatisfy { $0 }, "a fresh token was refused")
    },
    ServerStoreCheck("takes no token that has ended") { open in
      let (ids, clock) = try await open()
      try expect(await !ids.useOnce(id("a"), until: clock.now), "a token that ends now was taken")
      try expect(await !ids.useOnce(id("a"), until: clock.now - 1), "a token that has ended was taken")
    },
    ServerStoreCheck("remembers a token until it ends, however late it is asked for again") { open in
      let (ids, clock) = try await open()
      let until = clock.now + 60
      _ = try await ids.useOnce(id("a"), until: until)
      clock.advance(by: .seconds(59))
      _ = try await ids.useOnce(id("b"), until: until + 60)
      try expect(await !ids.useOnce(id("a"), until: until + 60), "a token was forgotten too soon")
      clock.advance(by: .seconds(1))
      try expect(await ids.useOnce(id("a"), until: until + 60), "a name isn't free after its end")
      try expect(await !open().ids.useOnce(id("a"), until: until + 60), "the second token was used twice")
      clock.advance(by: .seconds(30))
      try expect(await ids.useOnce(id("c"), until: until + 60), "another token was refused")
      try expect(await !ids.useOnce(id("a"), until: until + 60), "the second token was forgotten with the first")
    },
    ServerStoreCheck("keeps kinds, owners and names apart") { open in
      let (ids, clock) = try await open()
      let names =
        UsedTokenID.Kind.allCases.map { UsedTokenID($0, of: "owner", "a") } + [
          UsedTokenID(.dpopProof, of: "another", "a"), UsedTokenID(.dpopProof, of: "owner", "A"),
        ]
      for name in names {
        try expect(await ids.useOnce(name, until: clock.now + 60), "another token counted as this one")
      }
    },
  ]

  private static func id(_ name: String) -> UsedTokenID { UsedTokenID(.dpopProof, of: "key", name) }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
