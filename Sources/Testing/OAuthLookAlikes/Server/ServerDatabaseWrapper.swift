public import FoundationBasics
public import OAuthCore
public import OAuthServer

/// A server database that passes each operation on to another one.
///
/// Conform to it to watch, delay or refuse operations: implement ``call(_:_:)``. To change a single
/// operation, implement its function. All other functions of `ServerDatabase` have defaults.
public protocol ServerDatabaseWrapper: ServerDatabase {
  /// The database that does the work.
  var base: any ServerDatabase { get }

  /// Does one operation. The default only calls `body`.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - body: Passes the operation on to ``base``. An implementation may leave it out, and throw
  ///     instead.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, and the implementation's own.
  func call<Result>(
    _ operation: ServerDatabaseOperation, _ body: () async throws -> Result
  ) async throws -> Result
}

/// An operation or a look-up of `ServerDatabase`.
public enum ServerDatabaseOperation: String, Sendable, Hashable, CaseIterable {
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
  case consent, addConsent, consents, removeConsent, endGrants
  /// Operations on clients that registered themselves.
  case register, registration, replaceRegistration, markRegistrationUsed, removeRegistration
  /// Operations on counts and on tokens that are used once.
  case admitSignIn, takeBackSignIn, hasOrigin, noteOrigin, useTokenID
  /// Operations on signing keys.
  case signingKeyRecords, addSigningKey, removeSigningKey
}

extension ServerDatabaseWrapper {
  /// Calls `body`.
  public func call<Result>(
    _ operation: ServerDatabaseOperation, _ body: () async throws -> Result
  ) async throws -> Result {
    try await body()
  }

  /// Passes the operation on.
  public func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome {
    try await call(.saveAuthorizationCode) {
      try await base.saveAuthorizationCode(record, signIn: signIn, consuming: pushedRequest, request: request)
    }
  }

  /// Passes the look-up on.
  public func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try await call(.authorizationCode) { try await base.authorizationCode(hash) }
  }

  /// Passes the operation on.
  public func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    try await call(.redeemAuthorizationCode) {
      try await base.redeemAuthorizationCode(
        hash, for: tokens, at: moment, refusingUntil: until, request: request)
    }
  }

  /// Passes the look-up on.
  public func token(_ hash: SecretHash) async throws -> IssuedToken? {
    try await call(.token) { try await base.token(hash) }
  }

  /// Passes the operation on.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    try await call(.saveTokens) { try await base.save(tokens) }
  }

  /// Passes the operation on.
  public func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome {
    try await call(.refresh) { try await base.refresh(use, request: request) }
  }

  /// Passes the operation on.
  public func revokeAccessToken(_ hash: SecretHash) async throws {
    try await call(.revokeAccessToken) { try await base.revokeAccessToken(hash) }
  }

  /// Passes the operation on.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    try await call(.revokeGrant) { try await base.revoke(grant, refusingUntil: until) }
  }

  /// Passes the look-up on.
  public func session(cookie: SecretHash) async throws -> UserSessionRecord? {
    try await call(.session) { try await base.session(cookie: cookie) }
  }

  /// Passes the operation on.
  public func startSession(_ session: UserSessionRecord) async throws {
    try await call(.startSession) { try await base.startSession(session) }
  }

  /// Passes the operation on.
  public func renewSession(_ session: UserSessionRecord, from cookie: SecretHash) async throws -> Bool {
    try await call(.renewSession) { try await base.renewSession(session, from: cookie) }
  }

  /// Passes the operation on.
  public func extendSession(_ id: SessionID, idleUntil: Date) async throws {
    try await call(.extendSession) { try await base.extendSession(id, idleUntil: idleUntil) }
  }

  /// Passes the operation on.
  public func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession? {
    try await call(.endSession) {
      try await base.endSession(id, at: moment, refusingUntil: until, request: request)
    }
  }

  /// Passes the look-up on.
  public func sessions(of subject: Subject) async throws -> [UserSessionRecord] {
    try await call(.sessions) { try await base.sessions(of: subject) }
  }

  /// Passes the operation on.
  public func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    try await call(.beginDeviceAuthorization) { try await base.beginDeviceAuthorization(record, at: moment) }
  }

  /// Passes the operation on.
  public func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup {
    try await call(.findDeviceAuthorization) {
      try await base.findDeviceAuthorization(
        userCode: userCode, from: origin, at: moment, limits: limits, request: request)
    }
  }

  /// Passes the operation on.
  public func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool {
    try await call(.decideDeviceAuthorization) {
      try await base.decideDeviceAuthorization(userCode: userCode, decision, at: moment, request: request)
    }
  }

  /// Passes the operation on.
  public func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll {
    try await call(.pollDeviceAuthorization) {
      try await base.pollDeviceAuthorization(deviceCode, by: client, at: moment, request: request)
    }
  }

  /// Passes the operation on.
  public func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion {
    try await call(.completeDeviceAuthorization) {
      try await base.completeDeviceAuthorization(deviceCode, with: tokens, signIn: signIn, request: request)
    }
  }

  /// Passes the operation on.
  public func savePushedRequest(_ record: PushedRequestRecord) async throws {
    try await call(.savePushedRequest) { try await base.savePushedRequest(record) }
  }

  /// Passes the look-up on.
  public func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    try await call(.pushedRequest) { try await base.pushedRequest(hash) }
  }

  /// Passes the operation on.
  public func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws {
    try await call(.extendPushedRequest) { try await base.extendPushedRequest(hash, until: moment) }
  }

  /// Passes the operation on.
  public func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool {
    try await call(.consumePushedRequest) { try await base.consumePushedRequest(hash, request: request) }
  }

  /// Passes the look-up on.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    try await call(.consent) { try await base.consent(of: subject, to: clientID) }
  }

  /// Passes the operation on.
  public func addConsent(_ consent: ConsentRecord) async throws {
    try await call(.addConsent) { try await base.addConsent(consent) }
  }

  /// Passes the look-up on.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    try await call(.consents) { try await base.consents(of: subject) }
  }

  /// Passes the operation on.
  public func removeConsent(of subject: Subject, to clientID: String) async throws {
    try await call(.removeConsent) { try await base.removeConsent(of: subject, to: clientID) }
  }

  /// Passes the operation on.
  public func endGrants(of subject: Subject, to clientID: String?) async throws {
    try await call(.endGrants) { try await base.endGrants(of: subject, to: clientID) }
  }

  /// Passes the operation on.
  public func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome {
    try await call(.register) { try await base.register(record, within: limits, at: moment) }
  }

  /// Passes the look-up on.
  public func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord? {
    try await call(.registration) { try await base.registration(clientID, at: moment) }
  }

  /// Passes the operation on.
  public func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool {
    try await call(.replaceRegistration) { try await base.replaceRegistration(record) }
  }

  /// Passes the operation on.
  public func markRegistrationUsed(_ clientID: String) async throws {
    try await call(.markRegistrationUsed) { try await base.markRegistrationUsed(clientID) }
  }

  /// Passes the operation on.
  public func removeRegistration(_ clientID: String) async throws {
    try await call(.removeRegistration) { try await base.removeRegistration(clientID) }
  }

  /// Passes the operation on.
  public func admitSignIn(
    _ counts: [SignInCount], at moment: Date, request: RequestKey
  ) async throws -> SignInAdmission {
    try await call(.admitSignIn) { try await base.admitSignIn(counts, at: moment, request: request) }
  }

  /// Passes the operation on.
  public func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws {
    try await call(.takeBackSignIn) { try await base.takeBackSignIn(counts, request: request) }
  }

  /// Passes the call on.
  public func hasOrigin(_ origin: SignInAttemptKey, at moment: Date) async throws -> Bool {
    try await call(.hasOrigin) { try await base.hasOrigin(origin, at: moment) }
  }

  /// Passes the call on.
  public func noteOrigin(_ origin: SignInAttemptKey, until end: Date) async throws {
    try await call(.noteOrigin) { try await base.noteOrigin(origin, until: end) }
  }

  /// Passes the operation on.
  public func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    try await call(.useTokenID) { try await base.use(id, until: until, at: moment, request: request) }
  }

  /// Passes the look-up on.
  public func signingKeyRecords() async throws -> [SigningKeyRecord] {
    try await call(.signingKeyRecords) { try await base.signingKeyRecords() }
  }

  /// Passes the operation on.
  public func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try await call(.addSigningKey) {
      try await base.addSigningKey(record, after: newest, publishingOthersUntil: end)
    }
  }

  /// Passes the operation on.
  public func removeSigningKey(_ keyID: String) async throws {
    try await call(.removeSigningKey) { try await base.removeSigningKey(keyID) }
  }
}
