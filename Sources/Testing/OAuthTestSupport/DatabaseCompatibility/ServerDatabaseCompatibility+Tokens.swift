internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  private static let grant = GrantID(rawValue: "g")

  static let tokens: [Check] = [
    Check("has no tokens at first") { open in
      let database = try await open()
      try expect(await database.token(hash("a")) == nil, "a new database has a token")
      try expect(await database.refresh("a", to: [token("b")], key: "1") == .refused, "an unknown token was refreshed")
      try expect(await database.token(hash("b")) == nil, "the successor of an unknown token was saved")
      try await database.revokeAccessToken(hash("a"))
    },
    Check("returns every member of a token, even in another process") { open in
      let tokens = [everyMember(.access), everyMember(.refresh), token("little")]
      for token in tokens { try expect(await open().save([token]), "a new token was rejected") }
      for token in tokens { try expect(await open().token(token.hash) == token, "the token is different") }
    },
    Check("returns tokens that have expired, unless it has removed them") { open in
      let database = try await open()
      let old = token("a", seconds: -1)
      _ = try await database.save([old])
      let savedToken = try await database.token(old.hash)
      try expect(savedToken == nil || savedToken == old, "the token is different")
    },
    Check("spends a refresh token once, and saves the time") { open in
      let database = try await open()
      _ = try await database.save([token("a"), token("r", .refresh)])
      let next = [token("a2"), token("r2", .refresh)]
      try expect(
        await database.refresh("r", to: next, seconds: 0.25, key: "1") == .refreshed, "a new token wasn't refreshed")
      var spentToken = token("r", .refresh)
      spentToken.spentAt = now + 0.25
      try expect(await open().token(hash("r")) == spentToken, "a spent token was removed, or has another time")
      for token in next { try expect(await open().token(token.hash) == token, "a successor is missing") }
      try expect(await database.token(hash("a")) != nil, "the refresh ended an access token")
    },
    Check("revokes the grant of a refresh token that is used again") { open in
      let database = try await open()
      _ = try await database.save([token("r", .refresh)])
      _ = try await database.refresh("r", to: [token("a2"), token("r2", .refresh)], key: "1")
      try expect(
        await open().refresh("r", to: [token("r3", .refresh)], seconds: 7, key: "2") == .usedAgain,
        "a second use wasn't detected")
      for name in ["a2", "r2", "r3"] { try expect(await open().token(hash(name)) == nil, "\(name) is valid") }
      try expect(await !database.save([token("b")]), "the revoked grant still gets tokens")
    },
    Check("finds a spent token's successor for a use within the leeway, at an earlier moment too") { open in
      let database = try await open()
      _ = try await database.save([token("r", .refresh)])
      let sealedSuccessor: [UInt8] = [0, 1, 255]
      _ = try await database.refresh(
        "r", to: [token("r1", .refresh)], sealedSuccessor: sealedSuccessor, seconds: 100, key: "1")
      for (number, seconds) in [100.0, 109.75, 90.25].enumerated() {
        let next = [token("again\(number)", .refresh)]
        let outcome = try await open().refresh(
          "r", to: next, sealedSuccessor: [9], seconds: seconds, leeway: .seconds(10), key: "\(seconds)")
        try expect(outcome == .spentBefore, "a second use after \(seconds - 100) s was rejected")
        try expect(await open().token(hash("again\(number)")) == nil, "a second use saved another successor")
        try expect(
          await open().token(hash("r"))?.sealedSuccessor == sealedSuccessor, "the first successor can't be found")
      }
      try expect(await database.token(hash("r1")) != nil, "the first successor is gone")
      let late = try await database.refresh("r", seconds: 110, leeway: .seconds(10), key: "late")
      try expect(late == .usedAgain, "a use after the leeway was accepted")
      try expect(await open().token(hash("r1")) == nil, "the first successor is still valid")
    },
    Check("accepts every use that doesn't spend the token, until one spends it") { open in
      let database = try await open()
      _ = try await database.save([token("r", .refresh)])
      for number in 0..<3 {
        let outcome = try await open().refresh("r", to: [token("a\(number)")], isSpending: false, key: "\(number)")
        try expect(outcome == .refreshed, "use \(number) was rejected")
      }
      for number in 0..<3 { try expect(await open().token(hash("a\(number)")) != nil, "a token is missing") }
      try expect(await database.token(hash("r"))?.spentAt == nil, "the token is spent")
      try expect(await database.refresh("r", key: "spending") == .refreshed, "the token can't be spent")
      try expect(
        await database.refresh("r", isSpending: false, key: "late") == .usedAgain, "a spent token was accepted")
    },
    Check("refreshes only refresh tokens") { open in
      let database = try await open()
      _ = try await database.save([token("a")])
      for isSpending in [true, false] {
        let outcome = try await database.refresh("a", to: [token("x")], isSpending: isSpending, key: "1")
        try expect(outcome == .refused, "an access token was refreshed")
      }
      try expect(await database.token(hash("x")) == nil, "the successor of an access token was saved")
    },
    Check("revokes a whole family of refresh tokens") { open in
      let database = try await open()
      _ = try await database.save([token("f0", .refresh)])
      for number in 0..<20 {
        let next = [token("g\(number)"), token("f\(number + 1)", .refresh)]
        let outcome = try await database.refresh("f\(number)", to: next, key: "\(number)")
        try expect(outcome == .refreshed, "token \(number) is unknown")
      }
      try expect(
        await database.refresh("f0", key: "again") == .usedAgain, "the second use of the first token wasn't detected")
      for number in 0..<20 { try expect(await open().token(hash("g\(number)")) == nil, "token \(number) is valid") }
      try expect(await open().refresh("f20", key: "last") == .refused, "the last token is still valid")
    },
    Check("revokes one access token, and no other of its grant") { open in
      let database = try await open()
      _ = try await database.save([token("a"), token("b")])
      try await database.revokeAccessToken(hash("a"))
      try await open().revokeAccessToken(hash("a"))
      try expect(await open().token(hash("a")) == nil, "a revoked token is still there")
      try expect(await open().token(hash("b")) == token("b"), "another token is gone")
      try await open().revoke(grant, refusingUntil: later)
      try expect(await database.token(hash("b")) == nil, "revoking the grant left a token")
    },
    Check("rejects all tokens of a revoked grant") { open in
      let database = try await open()
      _ = try await database.save([token("a"), token("r", .refresh), token("s", .refresh)])
      _ = try await database.save([token("other", grant: "another")])
      try await database.revoke(grant, refusingUntil: later)
      for name in ["a", "r"] {
        try expect(await open().token(hash(name)) == nil, "a token of a revoked grant is valid")
      }
      try expect(await !open().save([token("b")]), "a token of a revoked grant was saved")
      try expect(await open().refresh("r", to: [token("c")], key: "1") == .refused, "a revoked grant was refreshed")
      try expect(
        await open().refresh("s", to: [token("d")], isSpending: false, key: "2") == .refused,
        "a revoked grant was refreshed without spending")
      for name in ["b", "c", "d"] { try expect(await database.token(hash(name)) == nil, "a rejected token is there") }
      try expect(await database.token(hash("other")) != nil, "another grant was revoked")
      try expect(await database.save([token("e", grant: "another")]), "another grant gets no tokens")
    },
    Check("remembers the revocation of a grant without tokens, until the latest of several moments") { open in
      let database = try await open()
      try await database.revoke(grant, refusingUntil: later)
      try await database.revoke(grant, refusingUntil: now + 1)
      try expect(await !open().save([token("a"), token("r", .refresh)]), "a token of a revoked grant was saved")
      try expect(await database.token(hash("r")) == nil, "one of two tokens was saved")
    },
    Check("revokes a grant while tokens are saved and refreshed, and no token survives") { open in
      let databases = [try await open(), try await open()]
      for round in 0..<8 {
        let name = "race\(round)"
        _ = try await databases[0].save([token("\(name)-start", .refresh, grant: name)])
        _ = try await race { number in
          let new = token("\(name)-\(number)", .refresh, grant: name)
          switch number {
          case 32: try await databases[1].revoke(new.grant, refusingUntil: later)
          case let number where number % 2 == 0: _ = try await databases[number / 2 % 2].save([new])
          default:
            _ = try await databases[0].refresh(
              "\(name)-start", to: [new], leeway: .seconds(60), key: "\(name)-\(number)")
          }
        }
        for number in 0..<64 {
          try expect(await databases[0].token(hash("\(name)-\(number)")) == nil, "a token outlived its grant")
        }
      }
    },
  ]

  private static func everyMember(_ kind: IssuedToken.Kind) -> IssuedToken {
    IssuedToken(
      hash: hash("everything \(kind)"), kind: kind, grant: GrantID(rawValue: "grant \u{1F511}"),
      clientID: "https://client.example/'\"--", subject: user, scope: (try? Scope(["openid", "z", "a"])) ?? .none,
      expires: now + 2_592_000.25, details: ServerStoreSamples.details)
  }
}
