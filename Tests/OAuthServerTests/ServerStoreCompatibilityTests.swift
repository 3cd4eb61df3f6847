import DPoPVerification
import OAuthServer
import OAuthTestSupport
import Testing

@Suite struct ServerStoreCompatibilityTests {
  @Test(arguments: AuthorizationCodeStoreCompatibility.checks)
  func `Codes in memory are kept as promised`(_ check: ServerStoreCheck<any AuthorizationCodeStore>) async throws {
    let store = InMemoryAuthorizationCodeStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: IssuedTokenStoreCompatibility.checks)
  func `Tokens in memory are kept as promised`(_ check: ServerStoreCheck<any IssuedTokenStore>) async throws {
    let store = InMemoryIssuedTokenStore(clock: ManualClock().wallClock)
    try await check.run { store }
  }

  @Test(arguments: DeviceCodeStoreCompatibility.checks)
  func `Devices' sign-ins in memory are kept as promised`(
    _ check: ServerStoreCheck<any DeviceCodeStore>
  ) async throws {
    let store = InMemoryDeviceCodeStore()
    try await check.run { store }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `Used tokens in memory are kept as promised`(
    _ check: ServerStoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let clock = ManualClock()
    let ids = InMemoryUsedTokenIDs(clock: clock.wallClock)
    try await check.run { (ids, clock) }
  }

  @Test(arguments: ClientStoreCompatibility.checks)
  func `Clients in memory are found as promised`(_ check: ServerStoreCheck<any ClientStore>) async throws {
    let store = InMemoryClientStore(try ClientStoreCompatibility.clients())
    try await check.run { store }
  }

  @Test(arguments: PasswordStoreCompatibility.checks)
  func `People in memory are found as promised`(_ check: ServerStoreCheck<any PasswordStore>) async throws {
    let store = InMemoryPasswordStore(try PasswordStoreCompatibility.people())
    try await check.run { store }
  }
}
