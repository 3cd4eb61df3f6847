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
}
