public import FoundationBasics
public import OAuthCore
public import OAuthServer
internal import Synchronization

/// A server's database around another one that fails when a test asks for it.
///
/// ```swift
/// let database = FaultyServerDatabase(InMemoryServerDatabase())
/// database.fail([.redeemAuthorizationCode], .after)
/// ```
///
/// From then on every redemption is done and its answer is lost, as if the connection broke during
/// the commit.
public final class FaultyServerDatabase: ServerDatabase {
  /// The operations of `ServerDatabase`.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Operations on authorization codes.
    case saveAuthorizationCode, authorizationCode, redeemAuthorizationCode
    /// Operations on tokens.
    case token, saveTokens, refresh, revokeAccessToken, revokeGrant
    /// Operations on sessions.
    case session, startSession, renewSession, extendSession, endSession, sessions
    /// Operations on device authorizations.
    case beginDeviceAuthorization, findDeviceAuthorization, decideDeviceAuthorization, pollDeviceAuthorization
    /// The last operation on device authorizations.
    case completeDeviceAuthorization
    /// Operations on pushed requests.
    case savePushedRequest, pushedRequest, extendPushedRequest, consumePushedRequest
    /// Operations on consents.
    case consent, addConsent, consents, removeConsent
    /// Operations on clients that registered themselves.
    case register, registration, replaceRegistration, markRegistrationUsed, removeRegistration
    /// Operations on counts and on tokens that are used once.
    case admitSignIn, takeBackSignIn, useTokenID
    /// Operations on signing keys.
    case signingKeyRecords, addSigningKey, removeSigningKey
  }

  /// The moment of a failure.
  public enum Moment: Sendable, Hashable {
    /// The operation isn't done.
    case before
    /// The operation is done, and its answer is lost.
    case after
  }

  /// The error of a planned failure, as a database of another package throws it. Its text looks
  /// like a secret that a server must not log.
  public struct Failure: Error, CustomStringConvertible {
    /// A statement, as careless databases quote it.
    public let description = "SELECT secret FROM database"
  }

  private struct Plan: Sendable {
    var failures: [Operation: Moment] = [:]
    var actions: [Operation: @Sendable () async throws -> Void] = [:]
  }

  private let database: any ServerDatabase
  private let plan = Mutex(Plan())

  /// Passes everything on until a failure is planned.
  ///
  /// - Parameter database: The database that does the work.
  public init(_ database: any ServerDatabase) {
    self.database = database
  }

  /// Plans failures in place of those that were planned before.
  ///
  /// - Parameters:
  ///   - operations: The operations that fail until the next call; none to let all succeed.
  ///   - moment: The moment of the failure.
  public func fail(_ operations: Set<Operation>, _ moment: Moment = .before) {
    plan.withLock { plan in
      plan.failures = Dictionary(operations.map { ($0, moment) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Has something happen before each call of an operation, as another process might do it.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - action: The action; an error that it throws is the operation's.
  public func before(_ operation: Operation, do action: @escaping @Sendable () async throws -> Void) {
    plan.withLock { $0.actions[operation] = action }
  }

  private func call<Result>(_ operation: Operation, _ body: () async throws -> Result) async throws -> Result {
    let (failure, action) = plan.withLock { ($0.failures[operation], $0.actions[operation]) }
    try await action?()
    guard failure != .before else { throw Failure() }
    let result = try await body()
    guard failure == nil else { throw Failure() }
    return result
  }

  /// Passes the operation on.
  public func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome {
    try await call(.saveAuthorizationCode) {
      try await database.saveAuthorizationCode(record, signIn: signIn, consuming: pushedRequest, request: request)
    }
  }

  /// Passes the look-up on.
  public func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try await call(.authorizationCode) { try await database.authorizationCode(hash) }
  }

  /// Passes the operation on.
  public func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    try await call(.redeemAuthorizationCode) {
      try await database.redeemAuthorizationCode(
        hash, for: tokens, at: moment, refusingUntil: until, request: request)
    }
  }

  /// Passes the look-up on.
  public func token(_ hash: SecretHash) async throws -> IssuedToken? {
    try await call(.token) { try await database.token(hash) }
  }

  /// Passes the operation on.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    try await call(.saveTokens) { try await database.save(tokens) }
  }

  /// Passes the operation on.
  public func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome {
    try await call(.refresh) { try await database.refresh(use, request: request) }
  }

  /// Passes the operation on.
  public func revokeAccessToken(_ hash: SecretHash) async throws {
    try await call(.revokeAccessToken) { try await database.revokeAccessToken(hash) }
  }

  /// Passes the operation on.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    try await call(.revokeGrant) { try await database.revoke(grant, refusingUntil: until) }
  }

  /// Passes the look-up on.
  public func session(cookie: SecretHash) async throws -> SessionRecord? {
    try await call(.session) { try await database.session(cookie: cookie) }
  }

  /// Passes the operation on.
  public func startSession(_ session: SessionRecord) async throws {
    try await call(.startSession) { try await database.startSession(session) }
  }

  /// Passes the operation on.
  public func renewSession(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool {
    try await call(.renewSession) { try await database.renewSession(session, from: cookie) }
  }

  /// Passes the operation on.
  public func extendSession(_ id: SessionID, idleUntil: Date) async throws {
    try await call(.extendSession) { try await database.extendSession(id, idleUntil: idleUntil) }
  }

  /// Passes the operation on.
  public func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession? {
    try await call(.endSession) {
      try await database.endSession(id, at: moment, refusingUntil: until, request: request)
    }
  }

  /// Passes the look-up on.
  public func sessions(of subject: Subject) async throws -> [SessionRecord] {
    try await call(.sessions) { try await database.sessions(of: subject) }
  }

  /// Passes the operation on.
  public func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    try await call(.beginDeviceAuthorization) { try await database.beginDeviceAuthorization(record, at: moment) }
  }

  /// Passes the operation on.
  public func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup {
    try await call(.findDeviceAuthorization) {
      try await database.findDeviceAuthorization(
        userCode: userCode, from: origin, at: moment, limits: limits, request: request)
    }
  }

  /// Passes the operation on.
  public func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool {
    try await call(.decideDeviceAuthorization) {
      try await database.decideDeviceAuthorization(userCode: userCode, decision, at: moment, request: request)
    }
  }

  /// Passes the operation on.
  public func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll {
    try await call(.pollDeviceAuthorization) {
      try await database.pollDeviceAuthorization(deviceCode, by: client, at: moment, request: request)
    }
  }

  /// Passes the operation on.
  public func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion {
    try await call(.completeDeviceAuthorization) {
      try await database.completeDeviceAuthorization(deviceCode, with: tokens, signIn: signIn, request: request)
    }
  }

  /// Passes the operation on.
  public func savePushedRequest(_ record: PushedRequestRecord) async throws {
    try await call(.savePushedRequest) { try await database.savePushedRequest(record) }
  }

  /// Passes the look-up on.
  public func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    try await call(.pushedRequest) { try await database.pushedRequest(hash) }
  }

  /// Passes the operation on.
  public func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws {
    try await call(.extendPushedRequest) { try await database.extendPushedRequest(hash, until: moment) }
  }

  /// Passes the operation on.
  public func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool {
    try await call(.consumePushedRequest) { try await database.consumePushedRequest(hash, request: request) }
  }

  /// Passes the look-up on.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    try await call(.consent) { try await database.consent(of: subject, to: clientID) }
  }

  /// Passes the operation on.
  public func addConsent(_ consent: ConsentRecord) async throws {
    try await call(.addConsent) { try await database.addConsent(consent) }
  }

  /// Passes the look-up on.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    try await call(.consents) { try await database.consents(of: subject) }
  }

  /// Passes the operation on.
  public func removeConsent(of subject: Subject, to clientID: String) async throws {
    try await call(.removeConsent) { try await database.removeConsent(of: subject, to: clientID) }
  }

  /// Passes the operation on.
  public func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome {
    try await call(.register) { try await database.register(record, within: limits, at: moment) }
  }

  /// Passes the look-up on.
  public func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord? {
    try await call(.registration) { try await database.registration(clientID, at: moment) }
  }

  /// Passes the operation on.
  public func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool {
    try await call(.replaceRegistration) { try await database.replaceRegistration(record) }
  }

  /// Passes the operation on.
  public func markRegistrationUsed(_ clientID: String) async throws {
    try await call(.markRegistrationUsed) { try await database.markRegistrationUsed(clientID) }
  }

  /// Passes the operation on.
  public func removeRegistration(_ clientID: String) async throws {
    try await call(.removeRegistration) { try await database.removeRegistration(clientID) }
  }

  /// Passes the operation on.
  public func admitSignIn(
    _ counts: [SignInCount], at moment: Date, request: RequestKey
  ) async throws -> SignInAdmission {
    try await call(.admitSignIn) { try await database.admitSignIn(counts, at: moment, request: request) }
  }

  /// Passes the operation on.
  public func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws {
    try await call(.takeBackSignIn) { try await database.takeBackSignIn(counts, request: request) }
  }

  /// Passes the operation on.
  public func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    try await call(.useTokenID) { try await database.use(id, until: until, at: moment, request: request) }
  }

  /// Passes the look-up on.
  public func signingKeyRecords() async throws -> [SigningKeyRecord] {
    try await call(.signingKeyRecords) { try await database.signingKeyRecords() }
  }

  /// Passes the operation on.
  public func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try await call(.addSigningKey) {
      try await database.addSigningKey(record, after: newest, publishingOthersUntil: end)
    }
  }

  /// Passes the operation on.
  public func removeSigningKey(_ keyID: String) async throws {
    try await call(.removeSigningKey) { try await database.removeSigningKey(keyID) }
  }
}
