internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import PKCE

extension ServerDatabaseCompatibility {
  static let codes: [Check] = [
    Check("has no codes at first") { open in
      let database = try await open()
      try expect(await database.authorizationCode(hash("a")) == nil, "a new database has a code")
      try expect(await database.redeem("a", for: [token("t")], key: "1") == .refused, "an unknown code was redeemed")
      try expect(await database.token(hash("t")) == nil, "the token of an unknown code was saved")
    },
    Check("returns every member of a code, even in another process") { open in
      for record in [everyMember, code("little")] {
        try await open().save(record)
        try expect(await open().authorizationCode(record.hash) == record, "the code is different")
      }
    },
    Check("saves a nonce byte for byte") { open in
      let database = try await open()
      for (number, nonce) in ["", "e\u{301}", "\u{E9}", "a\u{0}b", "'; DROP TABLE codes; --", "\u{1F511}\r\n"]
        .enumerated()
      {
        try await database.save(code("n\(number)", nonce: Secret(nonce)))
        let savedNonce = try await database.authorizationCode(hash("n\(number)"))?.nonce?.reveal()
        try expect(savedNonce.map { Array($0.utf8) } == Array(nonce.utf8), "nonce \(number) is different")
      }
    },
    Check("redeems a code once, and remembers it") { open in
      try await open().save(code("a", grant: "g"))
      try await open().save(code("b", grant: "h"))
      try expect(await open().redeem("a", for: [token("t")], key: "1") == .redeemed, "a new code wasn't redeemed")
      try expect(await open().authorizationCode(hash("a")) == code("a", grant: "g"), "a spent code was removed")
      try expect(await open().token(hash("t")) == token("t"), "the token wasn't saved")
      try expect(
        await open().redeem("b", for: [token("u", grant: "h")], key: "1") == .redeemed,
        "redeeming one code spent another one")
    },
    Check("revokes the grant of a code that is used again") { open in
      let database = try await open()
      try await database.save(code("a", grant: "g"))
      try expect(await database.redeem("a", for: [token("t")], key: "1") == .redeemed, "a new code wasn't redeemed")
      try expect(
        await open().redeem("a", for: [token("u")], seconds: 70, key: "2") == .usedAgain, "a second use wasn't detected"
      )
      for name in ["t", "u"] { try expect(await open().token(hash(name)) == nil, "a token of the grant is valid") }
      try expect(await !database.save([token("v")]), "the revoked grant still gets tokens")
      try expect(
        await database.redeem("a", for: [token("t")], key: "1") == .refused,
        "repeating the first use restored the grant")
    },
    Check("doesn't redeem an expired code") { open in
      let database = try await open()
      try await database.save(code("a", grant: "g"))
      try expect(
        await database.redeem("a", for: [token("t")], seconds: 60, key: "1") == .refused, "an expired code was redeemed"
      )
      try expect(await database.token(hash("t")) == nil, "the token of an expired code was saved")
      try expect(
        await database.redeem("a", for: [token("t")], seconds: 59, key: "2") == .redeemed, "the code expired too early")
    },
    Check("doesn't redeem a code whose grant was revoked") { open in
      let database = try await open()
      try await database.save(code("a", grant: "g"))
      try await database.revoke(GrantID(rawValue: "g"), refusingUntil: later)
      try expect(await open().redeem("a", for: [token("t")], key: "1") == .refused, "the code was redeemed")
      try expect(await open().token(hash("t")) == nil, "the token of a revoked grant was saved")
    },
    Check("saves a code, notes its sign-in and consumes its pushed request in one step") { open in
      let database = try await open()
      try await database.startSession(session("s"))
      try await database.savePushedRequest(pushed("p"))
      let outcome = try await database.saveAuthorizationCode(
        code("a", grant: "g"), signIn: signIn("g", in: "s"), consuming: hash("p"), request: key("1"))
      try expect(outcome == .saved, "the code wasn't saved")
      try expect(await open().authorizationCode(hash("a")) != nil, "the code isn't there")
      try expect(await open().pushedRequest(hash("p")) == nil, "the pushed request is still there")
      try expect(await open().end("s", key: "2")?.grants == [signIn("g", in: "s").grant], "the sign-in isn't there")
      try expect(await open().redeem("a", for: [token("t")], key: "3") == .refused, "the code outlived its session")
    },
    Check("saves no code for a session that has ended, and leaves the pushed request") { open in
      let database = try await open()
      try await database.startSession(session("s"))
      _ = try await database.end("s", key: "0")
      try await database.savePushedRequest(pushed("p"))
      for name in ["s", "unknown"] {
        let outcome = try await database.saveAuthorizationCode(
          code("a"), signIn: signIn("a", in: name), consuming: hash("p"), request: key("1"))
        try expect(outcome == .sessionEnded, "a code was saved for a session that doesn't exist")
        try expect(await open().authorizationCode(hash("a")) == nil, "the code was saved")
        try expect(await open().pushedRequest(hash("p")) != nil, "the pushed request was consumed")
      }
    },
    Check("saves no code for a pushed request that was consumed, and no sign-in") { open in
      let database = try await open()
      try await database.startSession(session("s"))
      try await database.savePushedRequest(pushed("p"))
      try expect(
        await database.consumePushedRequest(hash("p"), request: key("0")), "the pushed request couldn't be consumed")
      for name in ["p", "unknown"] {
        let outcome = try await database.saveAuthorizationCode(
          code("a"), signIn: signIn("a", in: "s"), consuming: hash(name), request: key("1"))
        try expect(outcome == .requestConsumed, "a code was saved for a pushed request that doesn't exist")
      }
      try expect(await open().authorizationCode(hash("a")) == nil, "the code was saved")
      try expect(await open().end("s", key: "2")?.grants == [], "the sign-in was noted")
    },
    Check("redeems the codes of 64 concurrent requests") { open in
      let database = try await open()
      let redemptions = try await race { number in
        try await database.save(code("own\(number)"))
        let tokens = [token("t\(number)", grant: "own\(number)")]
        return try await database.redeem("own\(number)", for: tokens, key: "\(number)") == .redeemed
      }
      try expect(redemptions.allSatisfy { $0 }, "a code was lost")
      for number in 0..<64 { try expect(await open().token(hash("t\(number)")) != nil, "a token was lost") }
    },
  ]

  static func pushed(_ name: String) -> PushedRequestRecord {
    PushedRequestRecord(
      hash: hash(name), clientID: "app", parameters: Secret("state=\(name)"), expires: now + 90,
      completableUntil: now + 1_890)
  }

  private static let everyMember = AuthorizationCodeRecord(
    hash: hash("everything"), grant: GrantID(rawValue: "grant \u{1F511}"), clientID: "https://client.example/'\"--",
    redirectURI: "https://app.example/callback?a=b%20c&d=\u{FC}",
    challenge: try? CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256), subject: user,
    scope: (try? Scope(["openid", "z", "a"])) ?? .none, expires: now + 60.25, rememberedUntil: now + 2_592_000.5,
    details: ServerStoreSamples.details, nonce: Secret("n-0S6_WzA2Mj"))
}
