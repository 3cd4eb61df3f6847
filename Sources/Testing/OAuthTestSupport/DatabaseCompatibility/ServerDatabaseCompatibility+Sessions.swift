internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let sessions: [Check] = [
    Check("has no sessions at first") { open in
      let database = try await open()
      try expect(await database.session(cookie: session("a").cookie) == nil, "a new database has a session")
      try expect(await database.sessions(of: user).isEmpty, "a new database lists a user's session")
      try expect(await database.end("a", key: "1") == nil, "an unknown session was ended")
      try expect(
        await !database.renewSession(session("a"), from: session("a").cookie), "an unknown session was renewed")
      try await database.extendSession(SessionID(rawValue: "a"), idleUntil: now)
      try expect(await database.session(cookie: session("a").cookie) == nil, "extending an unknown session created it")
    },
    Check("returns every member of a session, even in another process") { open in
      let whole = UserSessionRecord(
        id: SessionID(rawValue: "name \u{1F511} '"), cookie: hash("whole"), subject: Subject(rawValue: "'; --"),
        authenticatedAt: now, authenticationContext: "urn:example:silver", authenticationMethods: ["pwd", "otp"],
        idleUntil: now + 60, expires: now + 3_600, browser: "Firefox, Linux",
        address: ClientAddress("2001:db8::7"))
      for session in [whole, session("little")] {
        try await open().startSession(session)
        try expect(await open().session(cookie: session.cookie) == session, "the session is different")
        try expect(await open().sessions(of: session.subject) == [session], "the user's list is different")
      }
    },
    Check("distinguishes users, sessions and cookies") { open in
      let database = try await open()
      for name in ["a", "b", "c"] { try await database.startSession(session(name)) }
      try await database.startSession(session("d", of: Subject(rawValue: "grace")))
      try expect(
        await database.session(cookie: session("b").cookie) == session("b"), "the cookie found another session")
      let names = Set(try await database.sessions(of: user).map(\.id.rawValue))
      try expect(names == ["a", "b", "c"], "the user's sessions are different")
      _ = try await database.end("b", key: "1")
      try expect(await database.session(cookie: session("a").cookie) != nil, "another session was ended")
    },
    Check("renews a session: the old cookie is unknown, the sign-ins stay") { open in
      let database = try await open()
      let before = session("a")
      try await database.startSession(before)
      try expect(await database.add(signIn("g", in: "a")), "a sign-in in a live session was rejected")
      let after = UserSessionRecord(
        id: before.id, cookie: hash("second"), subject: user, authenticatedAt: now + 30, idleUntil: before.idleUntil,
        expires: before.expires, browser: "Safari, macOS", address: ClientAddress("192.0.2.1"))
      try expect(await open().renewSession(after, from: before.cookie), "a live session wasn't renewed")
      try expect(await open().session(cookie: before.cookie) == nil, "the old cookie still finds the session")
      try expect(await open().session(cookie: after.cookie) == after, "the new cookie doesn't find the session")
      let third = session("a", cookie: "third")
      try expect(await !database.renewSession(third, from: before.cookie), "an old cookie renewed the session")
      try expect(await database.session(cookie: after.cookie) == after, "a rejected renewal changed the session")
      try expect(await database.sessions(of: user) == [after], "the user has another session beside the renewed one")
      try expect(await database.end("a", key: "1")?.grants == [signIn("g", in: "a").grant], "the sign-ins were lost")
      try expect(await !database.renewSession(third, from: after.cookie), "an ended session was renewed")
    },
    Check("remembers the latest use, and never an earlier one") { open in
      let database = try await open()
      let before = session("a")
      try await database.startSession(before)
      try await database.extendSession(before.id, idleUntil: now + 1_800)
      try await database.extendSession(before.id, idleUntil: now + 900)
      let usedSession = before.used(until: now + 1_800)
      try expect(await open().session(cookie: before.cookie) == usedSession, "the time of the latest use is wrong")
    },
    Check("notes each sign-in of a session once") { open in
      let database = try await open()
      for name in ["a", "b"] { try await database.startSession(session(name)) }
      let signIns = [
        signIn("g", in: "a"), signIn("h", in: "a", client: "web"), signIn("i", in: "a", isOffline: true),
      ]
      for signIn in signIns + [signIns[0]] { try expect(await database.add(signIn), "a sign-in was rejected") }
      try expect(await open().end("b", key: "1")?.grants == [], "the session has another session's sign-ins")
      let endedSession = try await open().end("a", key: "2")
      try expect(endedSession?.session == session("a"), "the session is different")
      try expect(
        Set(endedSession?.grants ?? []) == Set(signIns.map(\.grant)) && endedSession?.grants.count == 3,
        "the sign-ins are different")
    },
    Check("ends a session with its grants, except the offline ones") { open in
      let database = try await open()
      try await database.startSession(session("a"))
      _ = try await database.add(signIn("g", in: "a"))
      _ = try await database.add(signIn("offline", in: "a", isOffline: true))
      let tokens = [token("t"), token("u", .refresh, grant: "offline"), token("other", grant: "other")]
      for token in tokens { try expect(await database.save([token]), "a new token was rejected") }
      try expect(await open().end("a", key: "1") != nil, "the session wasn't ended")
      try expect(await open().token(hash("t")) == nil, "a token outlived its session")
      try expect(await !open().save([token("late")]), "the revoked grant still gets tokens")
      for token in tokens.dropFirst() {
        try expect(await open().token(token.hash) == token, "an offline or unrelated grant was revoked")
      }
      try expect(await open().session(cookie: session("a").cookie) == nil, "the cookie still finds the session")
      try expect(await open().sessions(of: user).isEmpty, "the session is still listed")
      try await open().extendSession(session("a").id, idleUntil: now + 1_800)
      try expect(await open().session(cookie: session("a").cookie) == nil, "the ended session was restored")
    },
    Check("notes no sign-in in a session that one of 64 concurrent requests has ended") { open in
      for round in 0..<8 {
        let databases = [try await open(), try await open()]
        let name = "r\(round)"
        try await databases[0].startSession(session(name))
        try expect(await databases[0].add(signIn("first", in: name)), "a sign-in in a live session was rejected")
        let results = try await race { number -> [SessionGrant]? in
          let database = databases[number % 2]
          guard number % 3 == 0 else {
            return try await database.add(signIn("late-\(number)", in: name)) ? [] : nil
          }
          return try await database.end(name, key: "\(name) \(number)")?.grants
        }
        let ends = results.compactMap(\.self).filter { !$0.isEmpty }
        try expect(ends.count == 1, "\(ends.count) requests ended the session")
        let notedCount = results.count { $0 == [] }
        try expect(
          ends.first?.count == notedCount + 1, "\(notedCount + 1) sign-ins were noted, \(ends.first?.count ?? 0) ended")
        try expect(await !databases[0].add(signIn("after", in: name)), "a sign-in was noted in an ended session")
      }
    },
  ]
}
