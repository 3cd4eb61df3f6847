internal import OAuthCore
package import TokenStorage

extension TokenSession {
  /// Sends the request of a renewal, and keeps nothing of its answer: for a client whose transport shows requests instead of sending them. One that
  /// sends them would spend the refresh token.
  ///
  /// - Parameters:
  ///   - tokens: what the store has.
  ///   - need: how long the access token has to be good for, as in ``accessToken(validFor:)``; `nil` if it is renewed in any case.
  /// - Returns: whether there was something to send: `false` if the access token does.
  /// - Throws: what the transport throws; ``TokenSessionError/noRefreshToken(_:)``, ``TokenSessionError/unusableKey(_:)``.
  package func rehearseRenewal(of tokens: StoredTokens, validFor need: Duration?) async throws -> Bool {
    let held = try held(tokens)
    if let need, isEnough(held, TokenNeed(validFor: need)) { return false }
    guard let refreshToken = tokens.refreshToken else { throw TokenSessionError.noRefreshToken(account) }
    _ = try await client.with(prover: held.prover).refresh(refreshToken)
    return true
  }
}
