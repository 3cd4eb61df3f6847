internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension LookAlikeDatabase {
  func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome {
    try await base.saveAuthorizationCode(record, signIn: signIn, consuming: pushedRequest, request: request)
  }

  func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try await base.authorizationCode(hash)
  }

  func token(_ hash: SecretHash) async throws -> IssuedToken? { try await base.token(hash) }

  func revokeAccessToken(_ hash: SecretHash) async throws { try await base.revokeAccessToken(hash) }

  func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    try await base.beginDeviceAuthorization(record, at: moment)
  }

  func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup {
    try await base.findDeviceAuthorization(
      userCode: userCode, from: origin, at: moment, limits: limits, request: request)
  }

  func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool {
    try await base.decideDeviceAuthorization(userCode: userCode, decision, at: moment, request: request)
  }

  func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll {
    try await base.pollDeviceAuthorization(deviceCode, by: client, at: moment, request: request)
  }

  func session(cookie: SecretHash) async throws -> SessionRecord? { try await base.session(cookie: cookie) }

  func startSession(_ session: SessionRecord) async throws { try await base.startSession(session) }

  func renewSession(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool {
    try await base.renewSession(session, from: cookie)
  }

  func extendSession(_ id: SessionID, idleUntil: Date) async throws {
    try await base.extendSession(id, idleUntil: idleUntil)
  }

  func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession? {
    try await base.endSession(id, at: moment, refusingUntil: until, request: request)
  }

  func sessions(of subject: Subject) async throws -> [SessionRecord] { try await base.sessions(of: subject) }

  func savePushedRequest(_ record: PushedRequestRecord) async throws { try await base.savePushedRequest(record) }

  func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord? { try await base.pushedRequest(hash) }

  func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws {
    try await base.extendPushedRequest(hash, until: moment)
  }

  func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool {
    try await base.consumePushedRequest(hash, request: request)
  }

  func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    try await base.consent(of: subject, to: clientID)
  }

  func addConsent(_ consent: ConsentRecord) async throws { try await base.addConsent(consent) }

  func consents(of subject: Subject) async throws -> [ConsentRecord] { try await base.consents(of: subject) }

  func removeConsent(of subject: Subject, to clientID: String) async throws {
    try await base.removeConsent(of: subject, to: clientID)
  }

  func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome {
    try await base.register(record, within: limits, at: moment)
  }

  func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord? {
    try await base.registration(clientID, at: moment)
  }

  func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool {
    try await base.replaceRegistration(record)
  }

  func markRegistrationUsed(_ clientID: String) async throws { try await base.markRegistrationUsed(clientID) }

  func removeRegistration(_ clientID: String) async throws { try await base.removeRegistration(clientID) }

  func admitSignIn(_ counts: [SignInCount], at moment: Date, request: RequestKey) async throws -> SignInAdmission {
    try await base.admitSignIn(counts, at: moment, request: request)
  }

  func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws {
    try await base.takeBackSignIn(counts, request: request)
  }

  func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    try await base.use(id, until: until, at: moment, request: request)
  }

  func signingKeyRecords() async throws -> [SigningKeyRecord] { try await base.signingKeyRecords() }

  func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try await base.addSigningKey(record, after: newest, publishingOthersUntil: end)
  }

  func removeSigningKey(_ keyID: String) async throws { try await base.removeSigningKey(keyID) }
}
