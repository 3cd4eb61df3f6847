public import OAuth
internal import OAuthCore

extension OpenIDClient {
  /// Verifies the ID token of an answer in a grant without this client's browser: the device grant
  /// or CIBA.
  ///
  /// These tokens have no `nonce`. The connection to the token endpoint shows that the answer is
  /// for this client (OpenID Connect Core §3.1.3.7). For a sign-in with a browser use
  /// ``exchange(_:)``, which checks the `nonce`.
  ///
  /// - Parameter tokens: The answer of the token endpoint.
  /// - Throws: ``IDTokenError`` if the ID token is missing or isn't accepted; the errors of
  ///   fetching the server's keys.
  public func verify(_ tokens: TokenResponse) async throws -> SignedIn {
    guard let compact = tokens.idToken else { throw IDTokenError.missing }
    var expectations = IDTokenExpectations(nonce: nil, authenticationContexts: authenticationContexts)
    expectations.accessToken = tokens.accessToken
    return SignedIn(tokens, try await verified(compact, expectations))
  }
}
