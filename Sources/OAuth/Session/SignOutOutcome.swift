/// What became of the tokens when a person signed out. They are deleted on this machine in every case.
public enum SignOutOutcome: Sendable {
  /// The server has ended them. At one that revokes no access tokens, the last of these lives out its minutes.
  case revoked
  /// There were none.
  case nothingToRevoke
  /// The server has not ended them, for this reason: it couldn't be reached, refused, or has no revocation endpoint.
  case deletedOnly(any Error)
}
