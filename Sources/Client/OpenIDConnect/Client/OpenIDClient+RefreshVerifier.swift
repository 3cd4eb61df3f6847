public import OAuth
public import OAuthCore

extension OpenIDClient: RefreshVerifier {
  /// Verifies the ID token of a refresh's answer for a `TokenSession` (OpenID Connect Core §12.2).
  ///
  /// Its signature is checked as at the sign-in, and issuer, user and audience must be those of the
  /// previous ID token. Another time of authentication is accepted. So is an answer without an ID
  /// token.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - previous: The stored ID token; `nil` if there is none. It was verified before it was stored.
  /// - Returns: The answer. Its ID token is decrypted.
  /// - Throws: ``IDTokenError``; the errors of fetching the server's keys.
  public func verify(_ response: TokenResponse, continuing previous: Secret?) async throws -> TokenResponse {
    if let previous {
      return try await verify(response, continuing: IDToken(stored: policy.stored(previous))).tokens
    }
    guard let compact = response.idToken else { return response }
    var expectations = IDTokenExpectations(nonce: nil, accessToken: response.accessToken)
    expectations.isRefresh = true
    return response.with(idToken: try await verified(compact, expectations).compact)
  }
}
