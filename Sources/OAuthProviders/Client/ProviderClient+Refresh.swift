internal import OAuth
internal import OpenIDConnect

extension ProviderClient {
  /// Refreshes a sign-in once, and verifies the new ID token if one came: it has to be about the same person (OpenID Connect Core
  /// §12.2).
  ///
  /// For who keeps tokens by other means; a token session refreshes by itself.
  /// - Parameter previous: the sign-in, or its last refresh.
  /// - Throws: `OpenIDError.noRefreshToken`; what `OAuthClient.refresh` throws; `IDTokenError` if the new ID token isn't accepted; what
  ///   discovery throws.
  public func refresh(_ previous: ProviderSignIn) async throws -> ProviderSignIn {
    guard let refreshToken = previous.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
    let client = try await oauthClient()
    let tokens = try await client.refresh(refreshToken)
    guard let idToken = previous.idToken, let openID = try openIDClient(client) else {
      return ProviderSignIn(tokens: tokens, idToken: nil)
    }
    let verified = try await openID.verify(tokens, continuing: idToken)
    return ProviderSignIn(tokens: verified.tokens, idToken: verified.idToken)
  }
}
