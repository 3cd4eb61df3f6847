public import OAuth
internal import OAuthCore

extension OpenIDClient {
  /// Verifies the ID token of an answer that came without a browser of ours: the device grant's, or CIBA's.
  ///
  /// There is no `nonce` in these; the connection to the token endpoint says whom the answer is for (OpenID Connect Core
  /// §3.1.3.7). Answers to a sign-in with a browser go through ``redeem(_:)``, which does check it.
  ///
  /// - Parameter tokens: what the token endpoint gave.
  /// - Throws: ``IDTokenError`` if there is no ID token or it isn't accepted; what fetching the server's keys throws.
  public func idToken(in tokens: TokenResponse) async throws -> IDToken {
    guard let compact = tokens.idToken else { throw IDTokenError.missing }
    var expectations = IDTokenExpectations(nonce: nil, authenticationContexts: authenticationContexts)
    expectations.accessToken = tokens.accessToken
    return try await verified(compact, expectations)
  }
}
