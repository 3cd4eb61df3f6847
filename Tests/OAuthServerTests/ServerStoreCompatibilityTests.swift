import DPoPVerification
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct ServerStoreCompatibilityTests {
  @Test(arguments: AuthorizationCodeStoreCompatibility.checks)
  func `The in-memory store of codes passes every compatibility check`(
    _ check: ServerStoreCheck<any AuthorizationCodeStore>
  ) async throws {
    let store = InMemoryAuthorizationCodeStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: IssuedTokenStoreCompatibility.checks)
  func `The in-memory store of tokens passes every compatibility check`(_ check: ServerStoreCheck<any IssuedTokenStore>)
    async throws
  {
    let store = InMemoryIssuedTokenStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: DeviceCodeStoreCompatibility.checks)
  func `The in-memory store of device codes passes every compatibility check`(
    _ check: ServerStoreCheck<any DeviceCodeStore>
  ) async throws {
    let store = InMemoryDeviceCodeStore()
    try await check.run { store }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `The in-memory store of used token identifiers passes every compatibility check`(
    _ check: ServerStoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let clock = ManualClock()
    let ids = InMemoryUsedTokenIDs(clock: clock.wallClock)
    try await check.run { (ids, clock) }
  }

  @Test(arguments: ClientStoreCompatibility.checks)
  func `The in-memory store of clients passes every compatibility check`(_ check: ServerStoreCheck<any ClientStore>)
    async throws
  {
    let store = InMemoryClientStore(try ClientStoreCompatibility.clients())
    try await check.run { store }
  }

  @Test(arguments: PasswordStoreCompatibility.checks)
  func `The in-memory store of passwords passes every compatibility check`(_ check: ServerStoreCheck<any PasswordStore>)
    async throws
  {
    let store = InMemoryPasswordStore(try PasswordStoreCompatibility.people())
    try await check.run { store }
  }
}
