/// The result of a sign-out. The tokens are deleted on this machine in every case.
public enum SignOutOutcome: Sendable {
  /// The server has revoked the tokens, or they have ended already.
  case revoked
  /// The server has revoked the refresh token, so no new access token is issued. The last access
  /// token wasn't revoked and may stay valid until it expires.
  case accessTokenLeft(AccessTokenLeft)
  /// There were no tokens.
  case nothingToRevoke
  /// The server has not revoked the tokens, for this reason: it couldn't be reached, it refused, or
  /// it has no revocation endpoint.
  case deletedOnly(any Error)
}
