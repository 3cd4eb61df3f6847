internal import OAuth
internal import OpenIDConnect

extension ProviderClient {
  /// Refreshes a sign-in once, and verifies the new ID token if the answer has one.
  ///
  /// The new ID token must have the same issuer and subject as the previous one (OpenID Connect
  /// Core §12.2). Call this function if your program stores tokens itself; a `TokenSession`
  /// refreshes tokens on its own.
  ///
  /// - Parameter previous: The sign-in, or the result of its last refresh.
  /// - Returns: The new tokens. Replace the stored tokens with them: the previous refresh token may
  ///   be spent.
  /// - Throws: `OpenIDError.noRefreshToken`; the errors of `OAuthClient.refresh` and of discovery;
  ///   `IDTokenError` if the new ID token is invalid.
  public func refresh(_ previous: ProviderSignIn) async throws -> ProviderSignIn {
    guard let refreshToken = previous.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
    let client = try await oauthClient()
    let tokens = try await client.refresh(refreshToken)
    guard let idToken = previous.idToken, let openID = try openIDClient(client) else {
      return ProviderSignIn(tokens: tokens, idToken: nil)
    }
    let verifiedTokens = try await openID.verify(tokens, continuing: idToken)
    return ProviderSignIn(tokens: verifiedTokens.tokens, idToken: verifiedTokens.idToken)
  }
}
