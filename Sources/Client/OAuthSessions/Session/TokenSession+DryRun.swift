internal import OAuth
internal import OAuthCore
package import TokenStorage

extension TokenSession {
  /// Sends the request of a renewal and discards the answer.
  ///
  /// It is for a client whose transport prints requests instead of sending them. A transport that
  /// sends them would spend the refresh token.
  ///
  /// - Parameters:
  ///   - tokens: The stored tokens.
  ///   - need: The time that the access token must stay valid, as in ``accessToken(validFor:)``.
  ///     `nil` renews in any case.
  /// - Returns: Whether a request was needed. `false` if the access token satisfies `need`.
  /// - Throws: The transport's errors; ``TokenSessionError/noRefreshToken(_:)``,
  ///   ``TokenSessionError/unusableKey(_:)``.
  package func dryRunRenewal(of tokens: StoredTokens, validFor need: Duration?) async throws -> Bool {
    let heldTokens = try held(tokens)
    if let need, isEnough(heldTokens, TokenNeed(ends: ends, validFor: need)) { return false }
    guard let refreshToken = tokens.refreshToken else { throw TokenSessionError.noRefreshToken(account) }
    _ = try await client.with(prover: heldTokens.prover).refresh(refreshToken, resources: policy.resources)
    return true
  }
}
