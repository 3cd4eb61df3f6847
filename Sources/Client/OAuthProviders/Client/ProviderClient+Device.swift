public import OAuth
public import OAuthCore
internal import OpenIDConnect

extension ProviderClient {
  /// Signs a user in with a browser on another device (RFC 8628).
  ///
  /// Command-line tools and devices without a browser call it. It returns when the user has
  /// approved the request, and throws when the user denies it or the code expires.
  ///
  /// - Parameters:
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - clock: The clock that measures the pauses between polls. Default: a continuous clock.
  ///   - show: Shows the user code and the address where the user enters it.
  ///   - progress: Called before each poll of the token endpoint. Default: does nothing.
  /// - Returns: The tokens, and the verified ID token. It is `nil` if none was requested, or if the
  ///   provider issues none in this grant, which RFC 8628 doesn't require.
  /// - Throws: ``ProviderError/noDeviceGrant(provider:)``; the errors of
  ///   `OAuthClient.deviceAuthorization` and `OAuthClient.tokens(for:)`; `IDTokenError` if the ID
  ///   token is invalid, and then the tokens are revoked if the provider revokes tokens; any error
  ///   that `show` throws.
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
    return try await client.keeping(tokens) {
      do {
        return ProviderSignIn(tokens: tokens, idToken: try await openID.verify(tokens).idToken)
      } catch IDTokenError.missing {
        return ProviderSignIn(tokens: tokens, idToken: nil)
      }
    }
  }
}
