#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `IssuedTokenStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum IssuedTokenStoreCompatibility {
  /// All requirements. If the store has a clock, set it to 1,800,000,000 seconds after 1970.
  public static let checks: [ServerStoreCheck<any IssuedTokenStore>] = [
    ServerStoreCheck("knows nothing at first") { open in
      let store = try await open()
      try expect(await store.find(hash("a")) == nil, "a token came from nowhere")
      try expect(await store.rotate(hash("a"), to: [token("b")], at: now) == .unknown, "an unknown token was rotated")
      try expect(await store.find(hash("b")) == nil, "the successor of an unknown token was kept")
      try await store.delete(hash("a"))
    },
    ServerStoreCheck("gives back everything that was saved, also to another process") { open in
      let tokens = [everything(.access), everything(.refresh), token("little")]
      for token in tokens { try expect(await open().save([token]), "a new token was refused") }
      for token in tokens { try expect(await open().find(token.hash) == token, "what came back is different") }
    },
    ServerStoreCheck("gives back tokens that have expired, unless it has forgotten them") { open in
      let store = try await open()
      let old = token("a", seconds: -1)
      _ = try await store.save([old])
      let kept = try await store.find(old.hash)
      try expect(kept == nil || kept == old, "what came back is different")
    },
    ServerStoreCheck("rotates a refresh token once, and says when that was") { open in
      let store = try await open()
      let refresh = token("r", .refresh)
      _ = try await store.save([token("a"), refresh])
      let next = [token("a2"), token("r2", .refresh)]
      try expect(await store.rotate(refresh.hash, to: next, at: now + 0.25) == .rotated, "a new token isn't rotated")
      let again = try await open().rotate(refresh.hash, to: [token("r3", .refresh)], at: now + 7)
      try expect(again == .alreadySpent(at: now + 0.25), "the second use wasn't told of the first")
      try expect(await store.find(hash("r3")) == nil, "something of the second use was kept")
      var spent = refresh
      spent.spent = now + 0.25
      try expect(await store.find(refresh.hash) == spent, "a spent token was forgotten, or that it is spent")
      for token in next { try expect(await open().find(token.hash) == token, "a successor is missing") }
      try expect(await store.find(hash("a")) != nil, "the rotation ended an access token")
    },
    ServerStoreCheck("rotates refresh tokens only") { open in
      let store = try await open()
      _ = try await store.save([token("a")])
      try expect(await store.rotate(hash("a"), to: [token("x")], at: now) == .unknown, "an access token was rotated")
      try expect(await store.find(hash("x")) == nil, "its successor was kept")
    },
    ServerStoreCheck("rotates a whole family, one after the other") { open in
      let store = try await open()
      _ = try await store.save([token("f0", .refresh)])
      for number in 0..<20 {
        let next = [token("g\(number)"), token("f\(number + 1)", .refresh)]
        try expect(await store.rotate(hash("f\(number)"), to: next, at: now) == .rotated, "token \(number) is unknown")
      }
      try expect(await store.rotate(hash("f0"), to: [], at: now) == .alreadySpent(at: now), "the first was forgotten")
      try await store.revoke(grant, refusingUntil: now + 60)
      for number in 0..<20 { try expect(await store.find(hash("g\(number)")) == nil, "token \(number) is left") }
      try expect(await store.rotate(hash("f20"), to: [], at: now) == .unknown, "the last one is left")
    },
    ServerStoreCheck("gives a refresh token to one of a hundred who use it at once") { open in
      let stores = [try await open(), try await open()]
      for round in 0..<8 {
        let refresh = token("r\(round)", .refresh)
        _ = try await stores[0].save([refresh])
        let answers = try await ServerStoreViolation.simultaneously(100) { number in
          try await stores[number % 2].rotate(
            refresh.hash, to: [token("s\(round)-\(number)", .refresh)], at: now + Double(number))
        }
        try expect(answers.count { $0 == .rotated } == 1, "\(answers.count { $0 == .rotated }) of 100 won")
        var kept: [Int] = []
        for number in 0..<100 where try await stores[1].find(hash("s\(round)-\(number)")) != nil { kept.append(number) }
        try expect(kept.count == 1, "\(kept.count) successors were kept")
        let spent = Rotation.alreadySpent(at: now + Double(kept.first ?? -1))
        try expect(answers.count { $0 == spent } == 99, "the others weren't told when the winner came")
      }
    },
    ServerStoreCheck("forgets one access token and leaves the others of its grant") { open in
      let store = try await open()
      _ = try await store.save([token("a"), token("b")])
      try await store.delete(hash("a"))
      try await open().delete(hash("a"))
      try expect(await open().find(hash("a")) == nil, "a deleted token is there")
      try expect(await open().find(hash("b")) == token("b"), "another token is gone")
      try await open().revoke(grant, refusingUntil: now + 600)
      try expect(await store.find(hash("b")) == nil, "the grant's end doesn't reach what was left")
    },
    ServerStoreCheck("refuses tokens of a revoked grant, however they come") { open in
      let store = try await open()
      _ = try await store.save([token("a"), token("r", .refresh)])
      _ = try await store.save([token("other", grant: "another")])
      try await store.revoke(grant, refusingUntil: now + 600)
      for name in ["a", "r"] { try expect(await open().find(hash(name)) == nil, "a token of an ended grant is left") }
      try expect(await !open().save([token("b")]), "a token of an ended grant was kept")
      try expect(await open().rotate(hash("r"), to: [token("c")], at: now) == .unknown, "an ended grant was refreshed")
      for name in ["b", "c"] { try expect(await store.find(hash(name)) == nil, "a refused token is there") }
      try expect(await store.find(hash("other")) != nil, "another grant was ended")
      try expect(await store.save([token("d", grant: "another")]), "another grant gets no tokens")
    },
    ServerStoreCheck("remembers the end of a grant that it has no tokens of, and the longest of several ends") { open in
      let store = try await open()
      try await store.revoke(grant, refusingUntil: now + 600)
      try await store.revoke(grant, refusingUntil: now + 1)
      try expect(await !open().save([token("a"), token("r", .refresh)]), "a token of an ended grant was kept")
      try expect(await store.find(hash("r")) == nil, "one of two was kept")
    },
    ServerStoreCheck("ends a grant for good while tokens are saved and rotated") { open in
      let stores = [try await open(), try await open()]
      for round in 0..<8 {
        let name = "race\(round)"
        _ = try await stores[0].save([token("\(name)-0", .refresh, grant: name)])
        _ = try await ServerStoreViolation.simultaneously(30) { number in
          let new = token("\(name)-\(number + 1)", .refresh, grant: name)
          switch number {
          case 15: try await stores[1].revoke(new.grant, refusingUntil: now + 600)
          case let number where number % 2 == 0: _ = try await stores[number / 2 % 2].save([new])
          default: _ = try await stores[0].rotate(hash("\(name)-0"), to: [new], at: now)
          }
        }
        for number in 0...30 {
          try expect(await stores[0].find(hash("\(name)-\(number)")) == nil, "a token outlived its grant")
        }
      }
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let grant = GrantID(rawValue: "g")

  private static func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  private static func token(
    _ name: String, _ kind: IssuedToken.Kind = .access, grant: String = "g", seconds: Double = 3_600
  ) -> IssuedToken {
    IssuedToken(
      hash: hash(name), kind: kind, grant: GrantID(rawValue: grant), clientID: "app", subject: Subject(rawValue: "1"),
      scope: .none, expires: now + seconds)
  }

  private static func everything(_ kind: IssuedToken.Kind) -> IssuedToken {
    IssuedToken(
      hash: hash("everything \(kind)"), kind: kind, grant: GrantID(rawValue: "grant \u{1F511}"),
      clientID: "https://client.example/'\"--", subject: Subject(rawValue: "sub-\u{FC}"),
      scope: (try? Scope(["openid", "z", "a"])) ?? .none, expires: now + 2_592_000.25,
      details: ServerStoreSamples.details)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
