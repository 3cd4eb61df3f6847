internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let userCodes: [Check] = [
    Check("counts wrong codes by the minute of the clock, which may be set back") { open in
      let database = try await open()
      let right = device("d", "u", from: now)
      _ = try await database.begin(right, at: now)
      // 1,800,000,000 is the beginning of a minute.
      let expectations: [(String, Double, UserCodeLookup)] = [
        ("u", 0, .found(right)), ("x", 0, .unknown), ("x", 59, .unknown), ("u", 59.75, .tooManyWrong),
        ("u", 60, .found(right)), ("x", 61, .unknown), ("x", 62, .unknown), ("u", 63, .tooManyWrong),
        ("u", -7_200, .found(right)), ("u", 600, .unknown),
      ]
      for (code, seconds, answer) in expectations {
        let lookup = try await find(code, "a", seconds, perAddress: 9, inAll: 2, open())
        try expect(lookup == answer, "after \(seconds) s the answer is different")
      }
    },
    Check("counts the wrong codes of each address, and of all addresses together") { open in
      let right = device("d", "u", from: now)
      _ = try await open().begin(right, at: now)
      let expectations: [(String, String, Double, UserCodeLookup)] = [
        ("x", "a", 0, .unknown), ("x", "a", 1, .unknown), ("u", "a", 2, .tooManyWrong), ("x", "a", 2, .tooManyWrong),
        ("u", "b", 3, .found(right)), ("x", "b", 4, .unknown), ("x", "c", 5, .unknown), ("u", "b", 6, .tooManyWrong),
        ("u", "d", 7, .found(right)), ("u", "a", 60, .found(right)), ("x", "a", 61, .unknown), ("x", "a", 62, .unknown),
        ("u", "a", 63, .tooManyWrong), ("u", "a", 1, .found(right)),
      ]
      for (code, address, seconds, answer) in expectations {
        let lookup = try await find(code, address, seconds, perAddress: 2, inAll: 4, open())
        try expect(lookup == answer, "after \(seconds) s the answer to \(address) is different")
      }
    },
    Check("gives the addresses of one network together ten times the limit of one") { open in
      let right = device("d", "u", from: now)
      _ = try await open().begin(right, at: now)
      for number in 0..<10 {
        let lookup = try await find("x", "a\(number)", 0, of: "n", perAddress: 1, inAll: 100, open())
        try expect(lookup == .unknown, "address \(number) of one network wasn't looked up")
      }
      let others: [(String, String, Double, UserCodeLookup)] = [
        ("b", "n", 1, .tooManyWrong), ("b", "m", 2, .found(right)), ("b", "n", 60, .found(right)),
      ]
      for (address, network, seconds, answer) in others {
        let lookup = try await find("u", address, seconds, of: network, perAddress: 1, inAll: 100, open())
        try expect(lookup == answer, "after \(seconds) s the answer to network \(network) is different")
      }
    },
    Check("looks up codes beyond the limit for all, from networks without a wrong code, up to five times as many") {
      open in
      let right = device("d", "u", from: now)
      _ = try await open().begin(right, at: now)
      for number in 0..<10 {
        for address in ["a\(number)", "b\(number)"] {
          let lookup = try await find("u", address, 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
          try expect(lookup == .found(right), "network \(number) wasn't looked up")
        }
        let lookup = try await find("x", "a\(number)", 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
        try expect(lookup == .unknown, "network \(number) got no guess")
        if number > 0 {
          let again = try await find("u", "b\(number)", 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
          try expect(again == .tooManyWrong, "network \(number) got two guesses")
        }
      }
      for (seconds, answer) in [(59.0, UserCodeLookup.tooManyWrong), (60, .found(right))] {
        let lookup = try await find("u", "c", seconds, perAddress: 1, inAll: 2, open())
        try expect(lookup == answer, "after \(seconds) s the answer is different")
      }
    },
    Check("counts a thousand concurrent guesses as a thousand") { open in
      let databases = [try await open(), try await open()]
      let answers = try await StoreViolation.simultaneously(1_000) { number in
        try await find("guess\(number)", "a\(number % 3)", 0, perAddress: 10, inAll: 1_000, databases[number % 2])
      }
      try expect(answers.count { $0 == .unknown } == 30, "more or fewer than 30 codes were looked up")
      try expect(answers.count { $0 == .tooManyWrong } == 970, "guesses were not counted")
    },
    Check("counts a wrong code once for each request key") { open in
      let right = device("d", "u", from: now)
      _ = try await open().begin(right, at: now)
      for _ in 0..<5 {
        let lookup = try await find("x", "a", 0, perAddress: 2, inAll: 9, open(), key: "1")
        try expect(lookup == .unknown, "a repetition got another answer")
      }
      try expect(await find("u", "a", 0, perAddress: 2, inAll: 9, open()) == .found(right), "a repetition was counted")
      try expect(
        await find("x", "a", 0, perAddress: 2, inAll: 9, open()) == .unknown, "a code within the limit wasn't looked up"
      )
      try expect(
        await find("x", "a", 0, perAddress: 2, inAll: 9, open()) == .tooManyWrong, "the first code wasn't counted")
    },
  ]

  /// - Parameter key: The name of the key. Default: a key of its own.
  static func find(
    _ code: String, _ address: String, _ seconds: Double, of network: String? = nil, perAddress: Int, inAll: Int,
    _ database: any ServerDatabase, key: String = UUID().uuidString
  ) async throws -> UserCodeLookup {
    let origin = UserCodeOrigin(
      address: SignInAttemptKey(kept: hash(address).bytes),
      network: SignInAttemptKey(kept: hash(network ?? address).bytes))
    return try await database.findDeviceAuthorization(
      userCode: hash(code), from: origin, at: now + seconds,
      limits: WrongUserCodeLimits(perAddress: perAddress, inAll: inAll), request: Self.key(key))
  }
}
