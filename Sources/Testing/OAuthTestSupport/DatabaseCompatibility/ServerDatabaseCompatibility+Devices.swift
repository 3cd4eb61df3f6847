internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let devices: [Check] = [
    Check("has no device authorizations at first") { open in
      let database = try await open()
      try expect(await database.poll(hash("d"), by: "tv", at: now) == .unknown, "a new database has a record")
      try expect(
        await !database.decide(userCode: hash("u"), .deny, at: now), "a decision about an unknown record was accepted")
      try expect(await database.complete("d", key: "1") == .refused, "an unknown record was completed")
    },
    Check("saves a device authorization unless its user code is in use") { open in
      let database = try await open()
      try expect(await database.begin(device("d", "u", from: now), at: now), "a new record was rejected")
      try expect(
        await !open().begin(device("e", "u", from: now), at: now + 599), "two valid records have one user code")
      try expect(
        await database.begin(device("e", "u", from: now + 600), at: now + 600), "an expired user code is still in use")
      // The old record is still there for its client, and the user code is the new one's.
      try expect(await database.poll(hash("d"), by: "tv", at: now + 600) == .expired, "the old record is gone")
      try expect(
        await database.decide(userCode: hash("u"), .approve(user, recognized), at: now + 601),
        "the user code finds the old record")
      let poll = try await open().poll(hash("e"), by: "tv", at: now + 601)
      try expect(poll == .approved(user, .none, recognized), "the decision changed another record")
    },
    Check("returns every member of a device authorization") { open in
      let record = DeviceCodeRecord(
        deviceCode: hash("d"), userCode: hash("u"), clientID: "tv-\u{FC}", scope: (try? Scope(["z", "a"])) ?? .none,
        details: ServerStoreSamples.details, expires: now + 600.25, interval: .milliseconds(2_500))
      _ = try await open().begin(record, at: now)
      let lookup = try await find("u", "a", 0, perAddress: 1, inAll: 1, open())
      try expect(lookup == .found(record), "the record is different")
      // An approved record has what was asked for, and how the user was recognized.
      _ = try await open().decide(userCode: hash("u"), .approve(user, recognized), at: now)
      var approvedRecord = recognized
      approvedRecord.resources = record.details.resources
      approvedRecord.authorizationDetails = record.details.authorizationDetails
      let poll = try await open().poll(hash("d"), by: record.clientID, at: now)
      try expect(poll == .approved(user, record.scope, approvedRecord), "the approval is different")
    },
    Check("detects early polls, whichever process they reach") { open in
      let databases = [try await open(), try await open()]
      _ = try await databases[0].begin(device("d", "u", from: now), at: now)
      func poll(_ process: Int, _ seconds: Double, _ client: String = "tv") async throws -> DevicePoll {
        try await databases[process].poll(hash("d"), by: client, at: now + seconds)
      }
      try expect(await poll(0, 0) == .pending, "the first poll counted as early")
      try expect(await poll(1, 4.75, "other") == .unknown, "another client's poll was accepted")
      try expect(await poll(1, 4.75) == .tooEarly, "an early poll wasn't detected")
      try expect(await poll(0, 13) == .tooEarly, "the interval didn't grow")
      try expect(await poll(1, 28.5) == .pending, "the interval grew too much")
      try expect(await poll(0, 600) == .expired, "the record didn't expire")
    },
    Check("accepts only the first decision") { open in
      let database = try await open()
      _ = try await database.begin(device("d", "u", from: now), at: now)
      try expect(await database.decide(userCode: hash("u"), .deny, at: now), "the first decision was rejected")
      try expect(
        await !open().decide(userCode: hash("u"), .approve(user, recognized), at: now), "a second decision was accepted"
      )
      _ = try await database.begin(device("e", "v", from: now), at: now)
      try expect(
        await !database.decide(userCode: hash("v"), .deny, at: now + 600), "a decision after the expiry was accepted")
      try expect(await open().decide(userCode: hash("v"), .deny, at: now + 599), "a refusal was rejected")
      try expect(await database.poll(hash("e"), by: "tv", at: now + 599) == .denied, "a refusal was lost")
    },
    Check("completes an approved authorization, with its tokens and its sign-in") { open in
      let database = try await open()
      try await database.startSession(session("s"))
      try await database.approve("d", "u")
      let poll = try await database.poll(hash("d"), by: "tv", at: now + 1)
      try expect(poll == .approved(user, .none, recognized), "the poll didn't return the approval")
      let outcome = try await database.complete("d", for: [token("t")], signIn: signIn("g", in: "s"), key: "1")
      try expect(outcome == .completed, "an approved record wasn't completed")
      try expect(await open().token(hash("t")) == token("t"), "the token isn't there")
      try expect(
        await open().poll(hash("d"), by: "tv", at: now + 2) == .unknown, "a poll of a completed record succeeded")
      try expect(
        await open().complete("d", for: [token("u")], key: "2") == .refused, "a record was completed twice")
      try expect(await open().token(hash("u")) == nil, "a token of the second completion was saved")
      try expect(await open().end("s", key: "3")?.grants == [signIn("g", in: "s").grant], "the sign-in isn't there")
      try expect(await open().token(hash("t")) == nil, "the token outlived its session")
    },
    Check("completes only approved authorizations") { open in
      let database = try await open()
      for (name, decision) in [("pending", nil), ("denied", DeviceDecision.deny)] as [(String, DeviceDecision?)] {
        _ = try await database.begin(device(name, name, from: now), at: now)
        if let decision { _ = try await database.decide(userCode: hash(name), decision, at: now) }
        let outcome = try await database.complete(name, for: [token("t")], key: "1")
        try expect(outcome == .refused, "a \(name) record was completed")
      }
      try expect(await database.token(hash("t")) == nil, "a token was saved")
    },
    Check("completes nothing in a session that has ended, and leaves the approval") { open in
      let database = try await open()
      try await database.startSession(session("s"))
      _ = try await database.end("s", key: "0")
      try await database.approve("d", "u")
      for name in ["s", "unknown"] {
        let outcome = try await database.complete("d", for: [token("t")], signIn: signIn("g", in: name), key: "1")
        try expect(outcome == .sessionEnded, "a sign-in was noted for a session that doesn't exist")
      }
      try expect(await open().token(hash("t")) == nil, "a token was saved")
      try expect(await open().complete("d", for: [token("t")], key: "2") == .completed, "the approval was lost")
    },
    Check("remembers a device authorization for ten minutes after it expired") { open in
      let database = try await open()
      for number in 0..<1_100 { _ = try await database.begin(device("d\(number)", "u\(number)", from: now), at: now) }
      for number in 0..<1_100 {
        _ = try await database.begin(device("e\(number)", "v\(number)", from: now + 1_199), at: now + 1_199)
      }
      try expect(
        await database.poll(hash("d1"), by: "tv", at: now + 1_199) == .expired, "a record was removed too early")
    },
  ]

  /// The details of a user who signed in with a password.
  static let recognized: ApprovalDetails = {
    var details = ApprovalDetails(authenticationTime: now)
    details.authenticationMethods = ["pwd"]
    details.session = SessionID(rawValue: "session")
    return details
  }()

  static func device(_ deviceCode: String, _ userCode: String, from moment: Date) -> DeviceCodeRecord {
    DeviceCodeRecord(
      deviceCode: hash(deviceCode), userCode: hash(userCode), clientID: "tv", scope: .none, expires: moment + 600)
  }
}

extension ServerDatabase {
  private typealias Suite = ServerDatabaseCompatibility

  func begin(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    try await beginDeviceAuthorization(record, at: moment)
  }

  /// Begins a device authorization, which the user approves.
  func approve(_ deviceCode: String, _ userCode: String) async throws {
    let record = Suite.device(deviceCode, userCode, from: Suite.now)
    try Suite.expect(try await begin(record, at: Suite.now), "a new record was rejected")
    let decision = DeviceDecision.approve(Suite.user, Suite.recognized)
    try Suite.expect(
      try await decide(userCode: Suite.hash(userCode), decision, at: Suite.now), "the first decision was rejected")
  }

  /// - Parameter key: The name of the key. Default: a key of its own.
  func decide(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, key: String = UUID().uuidString
  ) async throws -> Bool {
    try await decideDeviceAuthorization(userCode: userCode, decision, at: moment, request: Suite.key(key))
  }

  /// - Parameter key: The name of the key. Default: a key of its own.
  func poll(
    _ deviceCode: SecretHash, by client: String, at moment: Date, key: String = UUID().uuidString
  ) async throws -> DevicePoll {
    try await pollDeviceAuthorization(deviceCode, by: client, at: moment, request: Suite.key(key))
  }

  func complete(
    _ deviceCode: String, for tokens: [IssuedToken] = [], signIn: SessionSignIn? = nil, key: String
  ) async throws -> DeviceCompletion {
    try await completeDeviceAuthorization(
      Suite.hash(deviceCode), with: tokens, signIn: signIn, request: Suite.key(key))
  }
}
