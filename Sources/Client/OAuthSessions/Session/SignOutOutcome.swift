/// The result of a sign-out. The tokens are deleted on this machine in every case.
public enum SignOutOutcome: Sendable {
  /// The server has revoked the tokens. A server that can't revoke access tokens lets the last one
  /// expire.
  case revoked
  /// There were no tokens.
  case nothingToRevoke
  /// The server has not revoked the tokens, for this reason: it couldn't be reached, it refused, or
  /// it has no revocation endpoint.
  case deletedOnly(any Error)
}
