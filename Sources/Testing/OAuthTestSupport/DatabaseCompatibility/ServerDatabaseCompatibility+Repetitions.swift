internal import FoundationBasics
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let repetitions: [Check] = operations.flatMap(\.checks)

  /// Every operation that changes something. Counted attempts are in ``signInAttempts`` and
  /// ``userCodes``.
  private static let operations: [RepeatableOperation] =
    [
      RepeatableOperation(
        name: "saving a code with its sign-in and its pushed request", operation: .saveAuthorizationCode,
        result: "saved", others: "requestConsumed",
        prepare: { database in
          try await database.startSession(session("s"))
          try await database.savePushedRequest(pushed("p"))
        },
        call: { database, name in
          let outcome = try await database.saveAuthorizationCode(
            code(name), signIn: signIn(name, in: "s"), consuming: hash("p"), request: key(name))
          return "\(outcome)"
        },
        state: { database, name in
          [
            "\(String(describing: try await database.authorizationCode(hash(name))))",
            "\(String(describing: try await database.pushedRequest(hash("p"))))",
          ]
        }),
      RepeatableOperation(
        name: "redeeming a code", operation: .redeemAuthorizationCode, result: "redeemed", others: "usedAgain",
        prepare: { try await $0.save(code("a", grant: "g")) },
        call: { database, name in "\(try await database.redeem("a", for: newTokens(name), key: name))" },
        state: { try await tokenState($0, $1) }),
      RepeatableOperation(
        name: "saving tokens", operation: .saveTokens, result: "true",
        call: { database, name in "\(try await database.save(newTokens(name)))" },
        state: { try await tokenState($0, $1) }),
      RepeatableOperation(
        name: "spending a refresh token", operation: .refresh, result: "refreshed", others: "usedAgain",
        prepare: { database in _ = try await database.save([token("r", .refresh)]) },
        call: { database, name in "\(try await database.refresh("r", to: newTokens(name), key: name))" },
        state: { try await tokenState($0, $1) }),
      RepeatableOperation(
        name: "using a refresh token that isn't spent", operation: .refresh, result: "refreshed",
        prepare: { database in _ = try await database.save([token("r", .refresh)]) },
        call: { database, name in
          "\(try await database.refresh("r", to: newTokens(name), isSpending: false, key: name))"
        },
        state: { try await tokenState($0, $1) }),
      RepeatableOperation(
        name: "using a refresh token again", operation: .refresh, result: "usedAgain",
        prepare: { database in
          _ = try await database.save([token("r", .refresh)])
          _ = try await database.refresh("r", to: newTokens("earlier"), key: "earlier")
        },
        call: { database, name in "\(try await database.refresh("r", to: newTokens(name), key: name))" },
        state: { database, _ in try await tokenState(database, "earlier") }),
      RepeatableOperation(
        name: "revoking an access token", operation: .revokeAccessToken, result: "()",
        prepare: { database in _ = try await database.save([token("a")]) },
        call: { database, _ in "\(try await database.revokeAccessToken(hash("a")))" },
        state: { database, _ in ["\(String(describing: try await database.token(hash("a"))))"] }),
      RepeatableOperation(
        name: "revoking a grant", operation: .revokeGrant, result: "()",
        prepare: { database in _ = try await database.save(newTokens("first")) },
        call: { database, _ in "\(try await database.revoke(GrantID(rawValue: "g"), refusingUntil: later))" },
        state: { try await tokenState($0, $1) }),
    ] + sessionOperations + deviceOperations + otherOperations

  private static let sessionOperations: [RepeatableOperation] = [
    RepeatableOperation(
      name: "starting a session", operation: .startSession, result: "()",
      call: { database, name in "\(try await database.startSession(session(name)))" },
      state: { try await sessionState($0, $1) }),
    RepeatableOperation(
      name: "renewing a session", operation: .renewSession, result: "true", others: "false",
      prepare: { try await $0.startSession(session("s")) },
      call: { database, name in
        "\(try await database.renewSession(session("s", cookie: name), from: session("s").cookie))"
      },
      state: { try await sessionState($0, $1) }),
    RepeatableOperation(
      name: "extending a session", operation: .extendSession, result: "()",
      prepare: { try await $0.startSession(session("first")) },
      call: { database, _ in "\(try await database.extendSession(session("first").id, idleUntil: now + 900))" },
      state: { try await sessionState($0, $1) }),
    RepeatableOperation(
      name: "ending a session", operation: .endSession, result: "s with g and h", others: "none",
      prepare: { database in
        try await database.startSession(session("s"))
        for name in ["g", "h"] { _ = try await database.add(signIn(name, in: "s", isOffline: name == "h")) }
        for name in ["g", "h"] { _ = try await database.save([token(name, grant: name)]) }
      },
      call: { database, name in
        guard let endedSession = try await database.end("s", key: name) else { return "none" }
        return "\(endedSession.session.id) with "
          + endedSession.grants.map(\.grant.rawValue).sorted().joined(separator: " and ")
      },
      state: { database, _ in
        let tokens = [try await database.token(hash("g")), try await database.token(hash("h"))]
        return try await sessionState(database, "s") + tokens.map { "\(String(describing: $0))" }
      }),
  ]

  private static let deviceOperations: [RepeatableOperation] = [
    RepeatableOperation(
      name: "beginning a device authorization", operation: .beginDeviceAuthorization, result: "true", others: "false",
      call: { database, name in "\(try await database.begin(device(name, "u", from: now), at: now))" },
      state: { database, _ in try await deviceState(database) }),
    RepeatableOperation(
      name: "deciding about a device", operation: .decideDeviceAuthorization, result: "true", others: "false",
      prepare: { database in _ = try await database.begin(device("d", "u", from: now), at: now) },
      call: { database, name in "\(try await database.decide(userCode: hash("u"), .deny, at: now, key: name))" },
      state: { database, _ in try await deviceState(database) }),
    RepeatableOperation(
      name: "polling", operation: .pollDeviceAuthorization, result: "pending", others: "tooEarly",
      prepare: { database in _ = try await database.begin(device("d", "u", from: now), at: now) },
      call: { database, name in "\(try await database.poll(hash("d"), by: "tv", at: now, key: name))" },
      state: { database, _ in try await deviceState(database) }),
    RepeatableOperation(
      name: "polling too early", operation: .pollDeviceAuthorization, result: "tooEarly",
      prepare: { database in
        _ = try await database.begin(device("d", "u", from: now), at: now)
        _ = try await database.poll(hash("d"), by: "tv", at: now, key: "earlier")
      },
      call: { database, name in "\(try await database.poll(hash("d"), by: "tv", at: now + 1, key: name))" },
      state: { database, _ in try await deviceState(database) }),
    RepeatableOperation(
      name: "completing a device authorization", operation: .completeDeviceAuthorization, result: "completed",
      others: "refused",
      prepare: { database in
        try await database.startSession(session("s"))
        try await database.approve("d", "u")
      },
      call: { database, name in
        let outcome = try await database.complete(
          "d", for: newTokens(name), signIn: signIn(name, in: "s"), key: name)
        return "\(outcome)"
      },
      state: { try await tokenState($0, $1) }),
  ]

  private static let otherOperations: [RepeatableOperation] = [
    RepeatableOperation(
      name: "saving a pushed request", operation: .savePushedRequest, result: "()",
      call: { database, name in "\(try await database.savePushedRequest(pushed(name)))" },
      state: { try await pushedState($0, $1) }),
    RepeatableOperation(
      name: "extending a pushed request", operation: .extendPushedRequest, result: "()",
      prepare: { try await $0.savePushedRequest(pushed("first")) },
      call: { database, _ in "\(try await database.extendPushedRequest(hash("first"), until: now + 2_000))" },
      state: { try await pushedState($0, $1) }),
    RepeatableOperation(
      name: "consuming a pushed request", operation: .consumePushedRequest, result: "true", others: "false",
      prepare: { try await $0.savePushedRequest(pushed("p")) },
      call: { database, name in "\(try await database.consumePushedRequest(hash("p"), request: key(name)))" },
      state: { database, _ in try await pushedState(database, "p") }),
    RepeatableOperation(
      name: "adding a consent", operation: .addConsent, result: "()",
      call: { database, _ in "\(try await database.addConsent(try consent(["email"])))" },
      state: { try await consentState($0, $1) }),
    RepeatableOperation(
      name: "removing a consent", operation: .removeConsent, result: "()",
      prepare: { try await $0.addConsent(try consent(["email"])) },
      call: { database, _ in "\(try await database.removeConsent(of: user, to: "app"))" },
      state: { try await consentState($0, $1) }),
    RepeatableOperation(
      name: "registering a client", operation: .register, result: "added", others: "full",
      call: { database, name in
        let limits = RegistrationLimits(clients: 1, clientsPerMinute: 1_000)
        return "\(try await database.register(try registration(name), within: limits, at: now))"
      },
      state: { try await registrationState($0, $1) }),
    RepeatableOperation(
      name: "replacing a registration", operation: .replaceRegistration, result: "true",
      prepare: { try await register("first", in: $0) },
      call: { database, _ in "\(try await database.replaceRegistration(try registration("first", name: "new")))" },
      state: { try await registrationState($0, $1) }),
    RepeatableOperation(
      name: "noting that a client was used", operation: .markRegistrationUsed, result: "()",
      prepare: { try await register("first", in: $0) },
      call: { database, _ in "\(try await database.markRegistrationUsed("first"))" },
      state: { try await registrationState($0, $1) }),
    RepeatableOperation(
      name: "removing a registration", operation: .removeRegistration, result: "()",
      prepare: { try await register("first", in: $0) },
      call: { database, _ in "\(try await database.removeRegistration("first"))" },
      state: { try await registrationState($0, $1) }),
    RepeatableOperation(
      name: "using a token once", operation: .useTokenID, result: "true", others: "false",
      call: { database, name in "\(try await database.use("a", key: name))" }),
    RepeatableOperation(
      name: "adding a signing key", operation: .addSigningKey, result: "true", others: "false",
      call: { database, name in
        "\(try await database.addSigningKey(signingKey(name), after: nil, publishingOthersUntil: later))"
      },
      state: { database, _ in ["\(try await database.signingKeyRecords())"] }),
    RepeatableOperation(
      name: "removing a signing key", operation: .removeSigningKey, result: "()",
      prepare: { database in
        _ = try await database.addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later)
      },
      call: { database, _ in "\(try await database.removeSigningKey("a"))" },
      state: { database, _ in ["\(try await database.signingKeyRecords())"] }),
  ]

  /// Returns the tokens that a request makes.
  private static func newTokens(_ request: String) -> [IssuedToken] {
    [token("access \(request)"), token("refresh \(request)", .refresh)]
  }

  private static func tokenState(_ database: any ServerDatabase, _ request: String) async throws -> [String] {
    var state: [String] = []
    for name in ["r"] + ["access \(request)", "refresh \(request)"] {
      state.append(String(describing: try await database.token(hash(name))))
    }
    return state
  }

  private static func sessionState(_ database: any ServerDatabase, _ cookie: String) async throws -> [String] {
    [
      String(describing: try await database.session(cookie: session("s", cookie: cookie).cookie)),
      String(describing: try await database.sessions(of: user)),
    ]
  }

  /// Returns the open record, or the kind of its absence. The limits are so high that looking
  /// counts for nothing.
  private static func deviceState(_ database: any ServerDatabase) async throws -> [String] {
    [String(describing: try await find("u", "a", 0, perAddress: 1_000, inAll: 9_000, database))]
  }

  private static func pushedState(_ database: any ServerDatabase, _ name: String) async throws -> [String] {
    [String(describing: try await database.pushedRequest(hash(name)))]
  }

  private static func consentState(_ database: any ServerDatabase, _ name: String) async throws -> [String] {
    [String(describing: try await database.consent(of: user, to: "app"))]
  }

  private static func register(_ name: String, in database: any ServerDatabase) async throws {
    _ = try await database.register(try registration(name, unusedUntil: now + 60), within: wide, at: now)
  }

  private static func registrationState(_ database: any ServerDatabase, _ name: String) async throws -> [String] {
    guard let record = try await database.registration(name, at: now) else { return [] }
    // Sets and dictionaries with equal elements may list them in different orders.
    return [
      record.client.name, record.client.grants.map(\.rawValue).sorted().joined(separator: " "),
      record.words.keys.sorted().map { "\($0): \(record.words[$0] ?? .null)" }.joined(separator: ", "),
      "\(record.tokenHash)", "\(record.issuedAt)", "\(String(describing: record.unusedUntil))",
      "\(record.isFromOpenRegistration)",
    ]
  }
}
