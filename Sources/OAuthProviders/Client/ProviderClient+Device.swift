public import OAuth
public import OAuthCore
internal import OpenIDConnect

extension ProviderClient {
  /// Signs a person in with a browser on another device (RFC 8628).
  ///
  /// - Parameters:
  ///   - scope: what to ask for; `nil` for the provider's usual.
  ///   - clock: measures the pauses between questions; tests pass their own.
  ///   - show: shows the code, and the address where it is to be entered.
  ///   - progress: told before each question.
  /// - Throws: ``ProviderError/noDeviceGrant(provider:)``; what `OAuthClient.deviceAuthorization` and `OAuthClient.tokens(for:)` throw;
  ///   `IDTokenError` if there is an ID token and it isn't accepted.
  public func signInOnDevice(
    scope: Scope? = nil, clock: any Clock<Duration> = ContinuousClock(),
    showing show: @Sendable (DeviceAuthorization) async throws -> Void,
    progress: @escaping @Sendable (PollingProgress) async -> Void = { _ in }
  ) async throws -> ProviderSignIn {
    let client = try await oauthClient()
    guard client.server.deviceAuthorizationEndpoint != nil else {
      throw ProviderError.noDeviceGrant(provider: provider.name)
    }
    let scope = scope ?? provider.scope
    let authorization = try await client.deviceAuthorization(scope: scope)
    try await show(authorization)
    let tokens = try await client.tokens(for: authorization, clock: clock, progress: progress)
    guard scope.contains("openid"), let openID = try openIDClient(client) else {
      return ProviderSignIn(tokens: tokens, idToken: nil)
    }
    return ProviderSignIn(tokens: tokens, idToken: try await openID.idToken(in: tokens))
  }
}
