internal import FoundationBasics
internal import OAuthCore
public import OAuthServer

/// The promises of `ServerDatabase`, as checks that any implementation can run.
///
/// A test runs every check on a database of its own:
///
/// ```swift
/// @Test(arguments: ServerDatabaseCompatibility.checks)
/// func `The database keeps its promises`(_ check: StoreCheck<any ServerDatabase>) async throws {
///   let database = InMemoryServerDatabase()  // your own database
///   try await check.run { database }
/// }
/// ```
///
/// The database's clock, if it has one, stands at 1,800,000,000 seconds after 1970.
public enum ServerDatabaseCompatibility {
  typealias Check = StoreCheck<any ServerDatabase>

  /// All promises.
  public static let checks: [StoreCheck<any ServerDatabase>] =
    codes + tokens + sessions + devices + userCodes + pushedRequests + consents + grantEnds + registrations
    + signInAttempts
    + usedTokenIDs + signingKeys + repetitions

  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let later = now + 3_600
  static let user = Subject(rawValue: "ada-\u{FC}")

  static func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  /// Returns the same key for the same name.
  static func key(_ name: String) -> RequestKey {
    guard let key = RequestKey(bytes: Array(hash("key " + name).bytes.prefix(RequestKey.byteCount))) else {
      preconditionFailure("A hash is longer than a key.")
    }
    return key
  }

  static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }

  /// Does something 64 times at once.
  static func race<Result: Sendable>(_ body: @escaping @Sendable (Int) async throws -> Result) async throws -> [Result]
  {
    try await StoreViolation.simultaneously(64, body)
  }

  static func code(
    _ name: String, grant: String? = nil, nonce: Secret? = nil, expires: Date = now + 60
  ) -> AuthorizationCodeRecord {
    AuthorizationCodeRecord(
      hash: hash(name), grant: GrantID(rawValue: grant ?? name), clientID: "app", redirectURI: "x:/", challenge: nil,
      subject: user, scope: .none, expires: expires, rememberedUntil: later, nonce: nonce)
  }

  static func token(
    _ name: String, _ kind: IssuedToken.Kind = .access, grant: String = "g", seconds: Double = 3_600
  ) -> IssuedToken {
    IssuedToken(
      hash: hash(name), kind: kind, grant: GrantID(rawValue: grant), clientID: "app", subject: user, scope: .none,
      expires: now + seconds)
  }

  static func session(
    _ name: String, of subject: Subject = user, cookie: String? = nil, authenticatedAt: Date = now
  ) -> UserSessionRecord {
    UserSessionRecord(
      id: SessionID(rawValue: name), cookie: hash("cookie " + (cookie ?? name)), subject: subject,
      authenticatedAt: authenticatedAt, idleUntil: now + 600, expires: now + 7_200)
  }

  static func signIn(
    _ grant: String, in session: String, client: String = "app", isOffline: Bool = false
  ) -> SessionSignIn {
    SessionSignIn(
      session: SessionID(rawValue: session),
      grant: SessionGrant(grant: GrantID(rawValue: grant), clientID: client, isOffline: isOffline))
  }
}

extension ServerDatabase {
  /// Saves a code without a session.
  func save(_ code: AuthorizationCodeRecord) async throws {
    let outcome = try await saveAuthorizationCode(
      code, signIn: nil, consuming: nil, request: ServerDatabaseCompatibility.key("save"))
    try StoreViolation.expect(outcome == .saved, "a new code wasn't saved")
  }

  func redeem(
    _ code: String, for tokens: [IssuedToken] = [], seconds: Double = 0, key: String
  ) async throws -> AuthorizationCodeRedemption {
    typealias Suite = ServerDatabaseCompatibility
    return try await redeemAuthorizationCode(
      Suite.hash(code), for: tokens, at: Suite.now + seconds, refusingUntil: Suite.later, request: Suite.key(key))
  }

  func refresh(
    _ token: String, to successors: [IssuedToken] = [], sealedSuccessor: [UInt8]? = nil, seconds: Double = 0,
    leeway: Duration = .zero, isSpending: Bool = true, key: String
  ) async throws -> RefreshOutcome {
    typealias Suite = ServerDatabaseCompatibility
    let use = RefreshTokenUse(
      token: Suite.hash(token), successors: successors, sealedSuccessor: sealedSuccessor, moment: Suite.now + seconds,
      leeway: leeway, isSpending: isSpending, refusedUntil: Suite.later)
    return try await refresh(use, request: Suite.key(key))
  }

  func end(_ session: String, seconds: Double = 0, key: String) async throws -> EndedSession? {
    typealias Suite = ServerDatabaseCompatibility
    return try await endSession(
      SessionID(rawValue: session), at: Suite.now + seconds, refusingUntil: Suite.later, request: Suite.key(key))
  }

  /// Notes a sign-in, with a code that nothing else is done with.
  func add(_ signIn: SessionSignIn) async throws -> Bool {
    typealias Suite = ServerDatabaseCompatibility
    let name = "code of \(signIn.session) \(signIn.grant)"
    let outcome = try await saveAuthorizationCode(
      Suite.code(name, grant: signIn.grant.grant.rawValue), signIn: signIn, consuming: nil, request: Suite.key(name))
    return outcome == .saved
  }
}
