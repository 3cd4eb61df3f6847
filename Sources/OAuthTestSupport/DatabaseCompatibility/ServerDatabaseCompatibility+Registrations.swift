#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let registrations: [Check] = [
    Check("knows no registered client at first") { open in
      try expect(await open().registration("a", at: now) == nil, "a client came from nowhere")
    },
    Check("returns everything of a registration, in another process too") { open in
      let record = try registration("a", unusedUntil: now + 60)
      try expect(await open().register(record, within: wide, at: now) == .added, "a client was refused")
      try expect(await open().registration("a", at: now) == record, "what came back is different")
      try expect(await open().registration("A", at: now) == nil, "another name is the same client")
    },
    Check("removes a client that wasn't used in its time, and keeps one that was") { open in
      let database = try await open()
      for name in ["a", "b"] {
        _ = try await database.register(try registration(name, unusedUntil: now + 60), within: wide, at: now)
      }
      try await database.markRegistrationUsed("a")
      try await database.markRegistrationUsed("unknown")
      try expect(await database.registration("b", at: now + 59) != nil, "an unused client ended too soon")
      try expect(await database.registration("b", at: now + 60) == nil, "an unused client stayed")
      let kept = try await open().registration("a", at: now + 9_999)
      try expect(kept?.unusedUntil == nil && kept?.client.id == "a", "a used client ended")
      // Its registration was read before it was used, and is written after it.
      try expect(
        await database.replaceRegistration(try registration("a", unusedUntil: now + 60)), "a used client isn't there")
      try expect(await database.registration("a", at: now + 9_999) != nil, "a used client is an unused one again")
    },
    Check("registers no more clients than the limit, and counts none whose time is over") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 2, clientsPerMinute: 99)
      for name in ["a", "b"] {
        let record = try registration(name, unusedUntil: now + 60)
        try expect(await database.register(record, within: limits, at: now) == .added, "\(name) was refused")
      }
      try expect(await database.register(try registration("c"), within: limits, at: now) == .full, "there are three")
      try expect(await database.registration("c", at: now) == nil, "a refused client is there")
      try await database.markRegistrationUsed("a")
      let later = try registration("d", issued: now + 60)
      try expect(await database.register(later, within: limits, at: now + 60) == .added, "room wasn't found")
      try expect(await database.registration("a", at: now + 60) != nil, "a used client was removed")
    },
    Check("makes room by removing the oldest client that wasn't used for an hour") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 3, clientsPerMinute: 99)
      for (name, minute) in [("used", 0), ("b", 1), ("a", 2)] {
        let issued = now + Double(minute * 60)
        let record = try registration(name, issued: issued, unusedUntil: now + 86_400)
        try expect(await database.register(record, within: limits, at: issued) == .added, "\(name) was refused")
      }
      try await database.markRegistrationUsed("used")
      let early = now + 3_600
      let soon = try registration("c", issued: early, unusedUntil: now + 86_400)
      try expect(await database.register(soon, within: limits, at: early) == .full, "one was removed before its hour")
      for (name, forgotten) in [("c", "b"), ("d", "a")] {
        let later = now + 3_720
        let record = try registration(name, issued: later, unusedUntil: now + 86_400)
        try expect(
          await database.register(record, within: limits, at: later) == .added, "there was no room for \(name)")
        try expect(await database.registration(forgotten, at: later) == nil, "\(forgotten) is still there")
      }
      try expect(await database.registration("used", at: now + 3_720) != nil, "a used client was removed")
      let last = try registration("e", issued: now + 3_780, unusedUntil: now + 86_400)
      try expect(await database.register(last, within: limits, at: now + 3_780) == .full, "a new one was removed")
    },
    Check("registers no more clients in a minute than the limit") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 2)
      for name in ["a", "b"] { _ = try await database.register(try registration(name), within: limits, at: now) }
      try expect(
        await database.register(try registration("c"), within: limits, at: now + 30) == .tooFast, "there are three")
      let later = try registration("c", issued: now + 61)
      try expect(await database.register(later, within: limits, at: now + 61) == .added, "the minute doesn't end")
    },
    Check("registers clients although the clock was ahead and was set right") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 1)
      let ahead = try registration("a", issued: now + 86_400)
      try expect(await database.register(ahead, within: limits, at: now + 86_400) == .added, "the first wasn't taken")
      try expect(
        await database.register(try registration("b"), within: limits, at: now) == .added, "tomorrow's was counted")
    },
    Check("keeps to its limits when 64 registrations come at once") { open in
      let databases = [try await open(), try await open()]
      let outcomes = try await ServerStoreViolation.simultaneously(64) { number in
        try await databases[number % 2].register(
          try registration("k\(number)"), within: RegistrationLimits(clients: 5, clientsPerMinute: 99), at: now)
      }
      try expect(outcomes.count { $0 == .added } == 5, "\(outcomes.count { $0 == .added }) were added")
    },
    Check("replaces a registration that is there, and brings no removed one back") { open in
      let database = try await open()
      _ = try await database.register(try registration("a"), within: wide, at: now)
      let changed = try registration("a", name: "changed")
      try expect(await database.replaceRegistration(changed), "a registration wasn't replaced")
      try expect(await open().registration("a", at: now) == changed, "what came back is different")
      try await database.removeRegistration("a")
      try await database.removeRegistration("a")
      try expect(await !database.replaceRegistration(changed), "a client came back")
      try expect(await open().registration("a", at: now) == nil, "the client is still there")
    },
  ]

  static let wide = RegistrationLimits(clients: 1_000, clientsPerMinute: 1_000)

  static func registration(
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
}
