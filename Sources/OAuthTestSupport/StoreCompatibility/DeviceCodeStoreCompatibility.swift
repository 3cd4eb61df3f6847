#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `DeviceCodeStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum DeviceCodeStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any DeviceCodeStore>] = [
    ServerStoreCheck("knows nothing at first") { open in
      let store = try await open()
      try expect(await store.poll(hash("d"), by: "tv", at: now) == .unknown, "a record came from nowhere")
      try expect(await !store.decide(userCode: hash("u"), .deny, at: now), "nothing was decided about")
      try expect(await !store.redeem(hash("d")), "nothing was redeemed")
    },
    ServerStoreCheck("keeps a record unless one of its codes is in use") { open in
      let store = try await open()
      try expect(await store.save(record("d", "u", from: now), at: now), "a new record was refused")
      try expect(await !store.save(record("d", "v", from: now), at: now), "a device code was given twice")
      try expect(await !open().save(record("e", "u", from: now), at: now + 599), "a user code was given twice")
      try expect(await store.save(record("e", "u", from: now + 600), at: now + 600), "an old user code stays in use")
      // The client of the old record still finds it, but the user code belongs to the new record.
      try expect(await store.poll(hash("d"), by: "tv", at: now + 600) == .expired, "the old record is gone")
      try expect(
        await store.decide(userCode: hash("u"), .approve(ada, recognized), at: now + 601),
        "the user code is the old one's")
      let poll = try await open().poll(hash("e"), by: "tv", at: now + 601)
      try expect(poll == .approved(ada, .none, recognized), "the decision is about another record")
    },
    ServerStoreCheck("gives the person what was saved") { open in
      let record = DeviceCodeRecord(
        deviceCode: hash("d"), userCode: hash("u"), clientID: "tv-\u{FC}", scope: (try? Scope(["z", "a"])) ?? .none,
        details: ServerStoreSamples.details, expires: now + 600.25, interval: .milliseconds(2_500))
      _ = try await open().save(record, at: now)
      let found = try await find("u", "a", 0, perAddress: 1, inAll: 1, open())
      try expect(found == .found(record), "what came back is different")
      // An approved record has the requested details, and those of the user's sign-in.
      _ = try await open().decide(userCode: hash("u"), .approve(ada, recognized), at: now)
      var approved = recognized
      approved.resources = record.details.resources
      approved.authorizationDetails = record.details.authorizationDetails
      let poll = try await open().poll(hash("d"), by: record.clientID, at: now)
      try expect(poll == .approved(ada, record.scope, approved), "what was approved came back different")
    },
    ServerStoreCheck("counts polls that come too early, in whichever process") { open in
      let stores = [try await open(), try await open()]
      _ = try await stores[0].save(record("d", "u", from: now), at: now)
      func poll(_ store: Int, _ seconds: Double, _ client: String = "tv") async throws -> DevicePoll {
        try await stores[store].poll(hash("d"), by: client, at: now + seconds)
      }
      try expect(await poll(0, 0) == .pending, "the first poll is too early")
      try expect(await poll(1, 4.75, "other") == .unknown, "another client's poll counts")
      try expect(await poll(1, 4.75) == .tooEarly, "an early poll isn't recognized")
      try expect(await poll(0, 13) == .tooEarly, "the interval didn't grow")
      try expect(await poll(1, 28.5) == .pending, "the interval grew too much")
      try expect(await poll(0, 600) == .expired, "the record didn't expire")
    },
    ServerStoreCheck("takes the first decision alone") { open in
      let store = try await open()
      _ = try await store.save(record("d", "u", from: now), at: now)
      let won = try await ServerStoreViolation.simultaneously(100) { number in
        try await store.decide(userCode: hash("u"), number % 2 == 0 ? .deny : .approve(ada, recognized), at: now)
      }
      try expect(won.count { $0 } == 1, "\(won.count { $0 }) decisions were taken")
      _ = try await store.save(record("e", "v", from: now), at: now)
      try expect(await !store.decide(userCode: hash("v"), .deny, at: now + 600), "a decision came too late")
      try expect(await open().decide(userCode: hash("v"), .deny, at: now + 599), "a refusal wasn't taken")
      try expect(await store.poll(hash("e"), by: "tv", at: now + 599) == .denied, "a refusal was forgotten")
    },
    ServerStoreCheck("gives an approved record to one of a hundred, and one in another state to none") { open in
      let stores = [try await open(), try await open()]
      _ = try await stores[0].save(record("d", "u", from: now), at: now)
      try expect(await !stores[0].redeem(hash("d")), "a record was redeemed before anybody decided")
      try expect(
        await stores[1].decide(userCode: hash("u"), .approve(ada, recognized), at: now + 0.75), "nothing was decided")
      let poll = try await stores[0].poll(hash("d"), by: "tv", at: now + 1)
      try expect(poll == .approved(ada, .none, recognized), "the approval was lost")
      let won = try await ServerStoreViolation.simultaneously(100) { try await stores[$0 % 2].redeem(hash("d")) }
      try expect(won.count { $0 } == 1, "\(won.count { $0 }) of 100 won")
      try expect(await stores[0].poll(hash("d"), by: "tv", at: now) == .unknown, "a redeemed record answers polls")
    },
    ServerStoreCheck("counts wrong codes by the minute of the clock, which may be set back") { open in
      let store = try await open()
      let right = record("d", "u", from: now)
      _ = try await store.save(right, at: now)
      // 1,800,000,000 is the beginning of a minute.
      let expected: [(String, Double, UserCodeLookup)] = [
        ("u", 0, .found(right)), ("x", 0, .unknown), ("x", 59, .unknown), ("u", 59.75, .tooManyWrong),
        ("u", 60, .found(right)), ("x", 61, .unknown), ("x", 62, .unknown), ("u", 63, .tooManyWrong),
        ("u", -7_200, .found(right)), ("u", 600, .unknown),
      ]
      for (code, seconds, answer) in expected {
        let found = try await find(code, "a", seconds, perAddress: 9, inAll: 2, open())
        try expect(found == answer, "after \(seconds) s the answer is another one")
      }
    },
    ServerStoreCheck("counts each address's wrong codes for itself, and those of all together") { open in
      let right = record("d", "u", from: now)
      _ = try await open().save(right, at: now)
      let expected: [(String, String, Double, UserCodeLookup)] = [
        ("x", "a", 0, .unknown), ("x", "a", 1, .unknown), ("u", "a", 2, .tooManyWrong), ("x", "a", 2, .tooManyWrong),
        ("u", "b", 3, .found(right)), ("x", "b", 4, .unknown), ("x", "c", 5, .unknown), ("u", "b", 6, .tooManyWrong),
        ("u", "d", 7, .found(right)), ("u", "a", 60, .found(right)), ("x", "a", 61, .unknown), ("x", "a", 62, .unknown),
        ("u", "a", 63, .tooManyWrong), ("u", "a", 1, .found(right)),
      ]
      for (code, address, seconds, answer) in expected {
        let found = try await find(code, address, seconds, perAddress: 2, inAll: 4, open())
        try expect(found == answer, "after \(seconds) s the answer to \(address) is another one")
      }
    },
    ServerStoreCheck("counts the addresses of one network together, ten times as far as one address") { open in
      let right = record("d", "u", from: now)
      _ = try await open().save(right, at: now)
      for number in 0..<10 {
        let found = try await find("x", "a\(number)", 0, of: "n", perAddress: 1, inAll: 100, open())
        try expect(found == .unknown, "address \(number) of one network isn't looked at")
      }
      let others: [(String, String, Double, UserCodeLookup)] = [
        ("b", "n", 1, .tooManyWrong), ("b", "m", 2, .found(right)), ("b", "n", 60, .found(right)),
      ]
      for (address, network, seconds, answer) in others {
        let found = try await find("u", address, seconds, of: network, perAddress: 1, inAll: 100, open())
        try expect(found == answer, "after \(seconds) s the answer to network \(network) is another one")
      }
    },
    ServerStoreCheck("looks beyond the limit for all at networks without a wrong code, up to five times as many") {
      open in
      let right = record("d", "u", from: now)
      _ = try await open().save(right, at: now)
      for number in 0..<10 {
        for address in ["a\(number)", "b\(number)"] {
          let found = try await find("u", address, 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
          try expect(found == .found(right), "network \(number) isn't looked at")
        }
        let found = try await find("x", "a\(number)", 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
        try expect(found == .unknown, "network \(number) has no guess")
        if number > 0 {
          let again = try await find("u", "b\(number)", 0, of: "n\(number)", perAddress: 1, inAll: 2, open())
          try expect(again == .tooManyWrong, "network \(number) has two guesses")
        }
      }
      for (seconds, answer) in [(59.0, UserCodeLookup.tooManyWrong), (60, .found(right))] {
        let found = try await find("u", "c", seconds, perAddress: 1, inAll: 2, open())
        try expect(found == answer, "after \(seconds) s the answer is another one")
      }
    },
    ServerStoreCheck("counts a thousand guesses that come at once as a thousand") { open in
      let stores = [try await open(), try await open()]
      let answers = try await ServerStoreViolation.simultaneously(1_000) { number in
        try await find("guess\(number)", "a\(number % 3)", 0, perAddress: 10, inAll: 1_000, stores[number % 2])
      }
      try expect(answers.count { $0 == .unknown } == 30, "more or fewer than 30 codes were looked at")
      try expect(answers.count { $0 == .tooManyWrong } == 970, "guesses were lost")
    },
    ServerStoreCheck("keeps a record for ten minutes after it expired") { open in
      let store = try await open()
      for number in 0..<1_100 { _ = try await store.save(record("d\(number)", "u\(number)", from: now), at: now) }
      for number in 0..<1_100 {
        _ = try await store.save(record("e\(number)", "v\(number)", from: now + 1_199), at: now + 1_199)
      }
      try expect(await store.poll(hash("d1"), by: "tv", at: now + 1_199) == .expired, "a record was forgotten too soon")
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let ada = Subject(rawValue: "ada-\u{FC}")

  /// The details that a sign-in adds to an approval.
  private static let recognized: ApprovalDetails = {
    var details = ApprovalDetails(authenticationTime: now)
    details.authenticationMethods = ["pwd"]
    details.session = SessionID(rawValue: "session")
    return details
  }()

  private static func find(
    _ code: String, _ address: String, _ seconds: Double, of network: String? = nil, perAddress: Int, inAll: Int,
    _ store: any DeviceCodeStore
  ) async throws -> UserCodeLookup {
    let origin = UserCodeOrigin(
      address: SignInAttemptKey(kept: hash(address).octets),
      network: SignInAttemptKey(kept: hash(network ?? address).octets))
    return try await store.find(
      userCode: hash(code), from: origin, at: now + seconds,
      limits: WrongUserCodeLimits(perAddress: perAddress, inAll: inAll))
  }

  private static func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  private static func record(_ device: String, _ user: String, from moment: Date) -> DeviceCodeRecord {
    DeviceCodeRecord(
      deviceCode: hash(device), userCode: hash(user), clientID: "tv", scope: .none, expires: moment + 600)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
