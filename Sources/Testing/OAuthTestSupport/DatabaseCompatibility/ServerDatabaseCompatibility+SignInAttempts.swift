internal import FoundationBasics
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let signInAttempts: [Check] = [
    Check("admits as many attempts as the limit allows, in all processes together") { open in
      for second in 0..<3 {
        try expect(
          await open().admit([three(1)], at: now + Double(second)) == .admitted,
          "an attempt within the limit was rejected")
      }
      try expect(
        await open().admit([three(1)], at: now + 3) == .lockedOut(until: now + 62),
        "an attempt beyond the limit was admitted")
    },
    Check("counts each key separately") { open in
      let database = try await open()
      for _ in 0..<3 { _ = try await database.admit([three(1)], at: now) }
      try expect(await database.admit([three(2)], at: now) == .admitted, "one key is locked by another")
    },
    Check("admits attempts again one window after the last one, and starts a new count") { open in
      let database = try await open()
      for second in [0.0, 10, 20] { _ = try await database.admit([three(1)], at: now + second) }
      try expect(
        await database.admit([three(1)], at: now + 79.9) == .lockedOut(until: now + 80), "the lock was too short")
      for second in [80.0, 81, 82] {
        try expect(await database.admit([three(1)], at: now + second) == .admitted, "no new count was started")
      }
      try expect(
        await database.admit([three(1)], at: now + 83) == .lockedOut(until: now + 142), "the new count has no limit")
    },
    Check("drops a count one window after its first attempt") { open in
      let database = try await open()
      for second in [0.0, 59, 60, 119] {
        try expect(await database.admit([three(1)], at: now + second) == .admitted, "an old attempt still counts")
      }
    },
    Check("counts nothing while one of the counts is full") { open in
      let database = try await open()
      for _ in 0..<3 { _ = try await database.admit([three(1)], at: now) }
      for _ in 0..<10 {
        try expect(
          await database.admit([three(2), three(1)], at: now) == .lockedOut(until: now + 60),
          "a full count doesn't lock")
      }
      try expect(await database.admit([three(2)], at: now) == .admitted, "a rejected attempt was counted")
      try expect(await database.admit([three(1)], at: now + 60) == .admitted, "a rejected attempt extended the lock")
    },
    Check("counts an attempt under each of its keys") { open in
      let database = try await open()
      for _ in 0..<3 { _ = try await database.admit([three(1), three(2)], at: now) }
      for number in UInt8(1)...2 {
        try expect(
          await open().admit([three(number)], at: now) == .lockedOut(until: now + 60), "key \(number) wasn't counted")
      }
    },
    Check("doesn't drop a lock when many others are counted") { open in
      let database = try await open()
      for _ in 0..<3 { _ = try await database.admit([three(1)], at: now) }
      for number in 0..<1_100 {
        let other = SignInAttemptKey(
          kept: [UInt8(number / 256), UInt8(number % 256)] + [UInt8](repeating: 9, count: 30))
        let count = SignInCount(key: other, limit: three(1).limit, isResetBySuccess: false)
        try expect(await database.admit([count], at: now + 1) == .admitted, "another key is locked")
      }
      try expect(await database.admit([three(1)], at: now + 59) == .lockedOut(until: now + 60), "a lock was dropped")
    },
    Check("returns the latest end of all full counts") { open in
      let database = try await open()
      let long = SignInCount(key: attemptKey(3), limit: .init(1, in: .seconds(600)), isResetBySuccess: false)
      _ = try await database.admit([long], at: now)
      for _ in 0..<3 { _ = try await database.admit([three(1)], at: now) }
      try expect(
        await database.admit([three(1), long], at: now + 1) == .lockedOut(until: now + 600), "the end is different")
    },
    Check("takes back one attempt, or all of them, after a success") { open in
      let database = try await open()
      let counts = [three(1), SignInCount(key: attemptKey(4), limit: three(1).limit, isResetBySuccess: true)]
      for number in 0..<20 {
        try expect(
          await database.admit(counts, at: now, key: "\(number)") == .admitted, "a successful attempt was counted")
        try await open().takeBackSignIn(counts, request: key("\(number)"))
      }
      for name in ["a", "b"] { _ = try await database.admit(counts, at: now, key: name) }
      try await database.takeBackSignIn(counts, request: key("b"))
      for _ in 0..<2 {
        try expect(await database.admit(counts, at: now) == .admitted, "a success didn't take its attempt back")
      }
      try expect(
        await database.admit([counts[0]], at: now) == .lockedOut(until: now + 60),
        "a success took more than its attempt back")
      try expect(await database.admit([counts[1]], at: now) == .admitted, "a success didn't reset the count")
    },
    Check("counts an attempt once for each request key, and takes it back once") { open in
      let database = try await open()
      for _ in 0..<5 {
        try expect(await open().admit([three(1)], at: now, key: "a") == .admitted, "a repetition was rejected")
      }
      for name in ["b", "c"] {
        try expect(await database.admit([three(1)], at: now, key: name) == .admitted, "a repetition was counted")
      }
      try expect(
        await open().admit([three(1)], at: now, key: "a") == .admitted,
        "a repetition was locked out by its own first attempt")
      try expect(
        await database.admit([three(1)], at: now, key: "d") == .lockedOut(until: now + 60), "the limit didn't lock")
      for _ in 0..<5 { try await open().takeBackSignIn([three(1)], request: key("a")) }
      try expect(await database.admit([three(1)], at: now, key: "e") == .admitted, "the attempt wasn't taken back")
      try expect(
        await database.admit([three(1)], at: now, key: "f") == .lockedOut(until: now + 60),
        "two attempts were taken back")
    },
    Check("takes nothing back for a request whose attempt wasn't counted") { open in
      let database = try await open()
      for name in ["a", "b", "c"] { _ = try await database.admit([three(1)], at: now, key: name) }
      try await database.takeBackSignIn([three(1)], request: key("another"))
      try expect(await database.admit([three(1)], at: now) == .lockedOut(until: now + 60), "an attempt was taken back")
      try await database.takeBackSignIn([three(2)], request: key("a"))
      try expect(await database.admit([three(2)], at: now) == .admitted, "a count fell below zero")
    },
    Check("remembers an origin until its end, in all processes, and apart from counts") { open in
      let (database, origin) = (try await open(), attemptKey(7))
      try expect(await !database.hasOrigin(origin, at: now), "an origin that wasn't noted is known")
      try await database.noteOrigin(origin, until: now + 60)
      try expect(await open().hasOrigin(origin, at: now + 59), "a noted origin isn't known")
      try expect(await !open().hasOrigin(origin, at: now + 60), "an origin is known after its end")
      try expect(await !open().hasOrigin(attemptKey(8), at: now), "another origin is known")
      try await database.noteOrigin(origin, until: now + 120)
      try expect(await open().hasOrigin(origin, at: now + 119), "a later note has no effect")
    },
    Check("applies its limit to 64 concurrent attempts") { open in
      let databases = [try await open(), try await open()]
      let admissions = try await race { number in
        try await databases[number % 2].admit([three(1)], at: now) == .admitted
      }
      try expect(admissions.count { $0 } == 3, "\(admissions.count { $0 }) were admitted")
    },
  ]

  /// Returns a count that allows three in a minute.
  private static func three(_ number: UInt8) -> SignInCount {
    SignInCount(key: attemptKey(number), limit: .init(3, in: .seconds(60)), isResetBySuccess: false)
  }

  private static func attemptKey(_ number: UInt8) -> SignInAttemptKey {
    SignInAttemptKey(kept: [UInt8](repeating: number, count: 32))
  }
}

extension ServerDatabase {
  /// - Parameter key: The name of the key. Default: a key of its own.
  fileprivate func admit(_ counts: [SignInCount], at moment: Date, key: String? = nil) async throws -> SignInAdmission {
    try await admitSignIn(
      counts, at: moment, request: ServerDatabaseCompatibility.key(key ?? UUID().uuidString))
  }
}
