internal import Crypto
internal import PKCE

extension SessionID {
  /// The session's name as a client is told it (`sid`): the same to all clients that know a person by the same subject, and to no
  /// others.
  ///
  /// One name for all would tell clients which of their people are one person, which pairwise subjects are there to prevent (OpenID
  /// Connect Core §8.1). The name that stores have goes to no client, so that none can work another one's name out.
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
