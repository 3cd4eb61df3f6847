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
  /// - Throws: ``IDTokenError``; the errors of fetching the server's keys.
  public func verify(_ response: TokenResponse, continuing previous: Secret?) async throws {
    guard let previous else {
      if let compact = response.idToken {
        _ = try await verified(compact, IDTokenExpectations(nonce: nil, accessToken: response.accessToken))
      }
      return
    }
    _ = try await verify(response, continuing: IDToken(stored: previous))
  }
}
