internal import Crypto
internal import PKCE

extension SessionID {
  /// Returns the session's identifier for a client (`sid`): the same for all clients that know the
  /// user by the same subject, and different for all others.
  ///
  /// One identifier for all clients would let them find out which of their users are the same,
  /// which pairwise subjects prevent (OpenID Connect Core §8.1). No client gets the identifier of
  /// the database, so that none can compute another client's.
  package func told(to client: RegisteredClient) -> SessionID {
    let sector =
      switch client.settings.subjectType {
      case .public: "public"
      case .pairwise(let sector): "pairwise " + sector
      }
    let hash = SHA256.hash(data: Array("\(rawValue.utf8.count) \(rawValue) \(sector)".utf8))
    return SessionID(rawValue: Base64URL.encode(Array(hash.prefix(16))))
  }
}
