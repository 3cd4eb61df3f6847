package import OAuthCore
internal import TokenStorage

/// Renews a session's stored tokens in another process, which goes on if this process ends.
///
/// It is called if the stored access token isn't valid for `need`, or is the rejected one. When it
/// returns, the store has the tokens that the session uses. It throws a ``TokenSessionError``.
///
/// - Parameters:
///   - need: The time that the access token must stay valid.
///   - rejectedToken: The access token that a resource has just rejected, if one has.
package typealias OutsideRenewal = @Sendable (_ need: Duration, _ rejectedToken: Secret?) async throws -> Void

extension TokenSession {
  /// Lets another process renew the stored tokens.
  func renew(_ heldTokens: HeldTokens, for need: TokenNeed, by renewal: OutsideRenewal) async throws -> Renewal {
    // The old access token may be usable if no new one is available.
    hold(heldTokens, isChange: false)
    guard heldTokens.tokens.refreshToken != nil else { throw TokenSessionError.noRefreshToken(account) }
    try checkPause()
    try await renewal(need.validFor, need.rejectedToken)
    guard let storedTokens = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
    return Renewal(heldTokens: try self.held(storedTokens), isNew: true)
  }
}
