import DPoPVerification
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct StoreCompatibilityTests {
  @Test(arguments: AuthorizationCodeStoreCompatibility.checks)
  func `The store of codes keeps its promises`(_ check: ServerStoreCheck<any AuthorizationCodeStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().codes }
  }

  @Test(arguments: IssuedTokenStoreCompatibility.checks)
  func `The store of tokens keeps its promises`(_ check: ServerStoreCheck<any IssuedTokenStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().tokens }
  }

  @Test(arguments: DeviceCodeStoreCompatibility.checks)
  func `The store of device codes keeps its promises`(_ check: ServerStoreCheck<any DeviceCodeStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().deviceCodes }
  }

  @Test(arguments: SessionStoreCompatibility.checks)
  func `The store of sessions keeps its promises`(_ check: ServerStoreCheck<any SessionStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().sessions }
  }

  @Test(arguments: ConsentStoreCompatibility.checks)
  func `The store of consents keeps its promises`(_ check: ServerStoreCheck<any ConsentStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().consents }
  }

  @Test(arguments: PushedRequestStoreCompatibility.checks)
  func `The store of pushed requests keeps its promises`(_ check: ServerStoreCheck<any PushedRequestStore>) async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().pushedRequests }
  }

  @Test(arguments: SigningKeyStoreCompatibility.checks)
  func `The store of signing keys keeps its promises`(_ check: ServerStoreCheck<any SigningKeyStore>) async throws {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().signingKeys }
  }

  @Test(arguments: ClientRegistrationStoreCompatibility.checks)
  func `The store of registrations keeps its promises`(_ check: ServerStoreCheck<any ClientRegistrationStore>)
    async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().registrations }
  }

  @Test(arguments: SignInAttemptStoreCompatibility.checks)
  func `The store of sign-in attempts keeps its promises`(_ check: ServerStoreCheck<any SignInAttemptStore>)
    async throws
  {
    let database = try TemporaryDatabase()
    try await check.run { try await database.open().signInAttempts }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `The store of used token IDs keeps its promises`(
    _ check: ServerStoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let database = try TemporaryDatabase()
    try await check.run { (try await database.open().usedTokenIDs, database.clock) }
  }

  @Test(arguments: ClientStoreCompatibility.checks)
  func `The store of clients keeps its promises`(_ check: ServerStoreCheck<any ClientStore>) async throws {
    let database = try TemporaryDatabase()
    let clients = try await database.open().clients
    for client in try ClientStoreCompatibility.clients() { try await clients.save(client) }
    try await check.run { try await database.open().clients }
  }

  @Test(arguments: PasswordStoreCompatibility.checks)
  func `The store of users keeps its promises`(_ check: ServerStoreCheck<any PasswordStore>) async throws {
    let database = try TemporaryDatabase()
    let people = try await database.open().people
    for (user, password) in try PasswordStoreCompatibility.people() {
      #expect(try await people.add(user, password: password))
    }
    try await check.run { try await database.open().people }
  }
}
