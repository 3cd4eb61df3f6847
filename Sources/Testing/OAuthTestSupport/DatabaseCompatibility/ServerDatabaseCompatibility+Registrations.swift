internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let registrations: [Check] = [
    Check("has no registered clients at first") { open in
      try expect(await open().registration("a", at: now) == nil, "a new database has a client")
    },
    Check("returns every member of a registration, even in another process") { open in
      let record = try registration("a", unusedUntil: now + 60)
      try expect(await open().register(record, within: wide, at: now) == .added, "a client was rejected")
      try expect(await open().registration("a", at: now) == record, "the registration is different")
      try expect(await open().registration("A", at: now) == nil, "another identifier found the client")
    },
    Check("removes a client that expires unused, and no client that was used") { open in
      let database = try await open()
      for name in ["a", "b"] {
        _ = try await database.register(try registration(name, unusedUntil: now + 60), within: wide, at: now)
      }
      try await database.markRegistrationUsed("a")
      try await database.markRegistrationUsed("unknown")
      try expect(await database.registration("b", at: now + 59) != nil, "an unused client was removed too early")
      try expect(await database.registration("b", at: now + 60) == nil, "an expired unused client is still there")
      let storedRecord = try await open().registration("a", at: now + 9_999)
      try expect(storedRecord?.unusedUntil == nil && storedRecord?.client.id == "a", "a used client was removed")
      // Its registration was read before it was used, and is written after it.
      try expect(
        await database.replaceRegistration(try registration("a", unusedUntil: now + 60)),
        "the replacement of a used client was rejected")
      try expect(
        await database.registration("a", at: now + 9_999) != nil, "replacing a used client marked it as unused")
    },
    Check("registers no more clients than the limit, and doesn't count expired ones") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 2, clientsPerMinute: 99)
      for name in ["a", "b"] {
        let record = try registration(name, unusedUntil: now + 60)
        try expect(await database.register(record, within: limits, at: now) == .added, "\(name) was rejected")
      }
      try expect(
        await database.register(try registration("c"), within: limits, at: now) == .full,
        "a client beyond the limit was registered")
      try expect(await database.registration("c", at: now) == nil, "a rejected client is there")
      try await database.markRegistrationUsed("a")
      let later = try registration("d", issuedAt: now + 60)
      try expect(
        await database.register(later, within: limits, at: now + 60) == .added, "an expired client took up room")
      try expect(await database.registration("a", at: now + 60) != nil, "a used client was removed")
    },
    Check("makes room by removing the oldest client that wasn't used for an hour") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 3, clientsPerMinute: 99)
      for (name, minute) in [("used", 0), ("b", 1), ("a", 2)] {
        let issuedAt = now + Double(minute * 60)
        let record = try registration(name, issuedAt: issuedAt, unusedUntil: now + 86_400)
        try expect(await database.register(record, within: limits, at: issuedAt) == .added, "\(name) was rejected")
      }
      try await database.markRegistrationUsed("used")
      let early = now + 3_600
      let soon = try registration("c", issuedAt: early, unusedUntil: now + 86_400)
      try expect(
        await database.register(soon, within: limits, at: early) == .full, "a client was removed within its first hour")
      for (name, forgotten) in [("c", "b"), ("d", "a")] {
        let later = now + 3_720
        let record = try registration(name, issuedAt: later, unusedUntil: now + 86_400)
        try expect(
          await database.register(record, within: limits, at: later) == .added, "there was no room for \(name)")
        try expect(await database.registration(forgotten, at: later) == nil, "\(forgotten) is still there")
      }
      try expect(await database.registration("used", at: now + 3_720) != nil, "a used client was removed")
      let last = try registration("e", issuedAt: now + 3_780, unusedUntil: now + 86_400)
      try expect(await database.register(last, within: limits, at: now + 3_780) == .full, "a new client was removed")
    },
    Check("registers no more clients in a minute than the limit") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 2)
      for name in ["a", "b"] { _ = try await database.register(try registration(name), within: limits, at: now) }
      try expect(
        await database.register(try registration("c"), within: limits, at: now + 30) == .tooFast,
        "a client beyond the limit was registered")
      let later = try registration("c", issuedAt: now + 61)
      try expect(
        await database.register(later, within: limits, at: now + 61) == .added, "a client was rejected after the minute"
      )
    },
    Check("registers clients after a clock that was ahead was set back") { open in
      let database = try await open()
      let limits = RegistrationLimits(clients: 99, clientsPerMinute: 1)
      let ahead = try registration("a", issuedAt: now + 86_400)
      try expect(
        await database.register(ahead, within: limits, at: now + 86_400) == .added, "the first client was rejected")
      try expect(
        await database.register(try registration("b"), within: limits, at: now) == .added,
        "a registration in the future was counted")
    },
    Check("applies its limits to 64 concurrent registrations") { open in
      let databases = [try await open(), try await open()]
      let outcomes = try await StoreViolation.simultaneously(64) { number in
        try await databases[number % 2].register(
          try registration("k\(number)"), within: RegistrationLimits(clients: 5, clientsPerMinute: 99), at: now)
      }
      try expect(outcomes.count { $0 == .added } == 5, "\(outcomes.count { $0 == .added }) were registered")
    },
    Check("replaces an existing registration, and never restores a removed one") { open in
      let database = try await open()
      _ = try await database.register(try registration("a"), within: wide, at: now)
      let changedRecord = try registration("a", name: "changed")
      try expect(await database.replaceRegistration(changedRecord), "a registration wasn't replaced")
      try expect(await open().registration("a", at: now) == changedRecord, "the registration is different")
      try await database.removeRegistration("a")
      try await database.removeRegistration("a")
      try expect(await !database.replaceRegistration(changedRecord), "a removed client was restored")
      try expect(await open().registration("a", at: now) == nil, "the client is still there")
    },
  ]

  static let wide = RegistrationLimits(clients: 1_000, clientsPerMinute: 1_000)

  static func registration(
    _ id: String, name: String = "Ä \"x\"", issuedAt: Date = now, unusedUntil: Date? = nil
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
      issuedAt: issuedAt, unusedUntil: unusedUntil, isFromOpenRegistration: unusedUntil != nil)
  }
}
