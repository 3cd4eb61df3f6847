internal import JOSE
internal import Logging
internal import OAuthCore

/// Encrypts for clients with their own public keys (OpenID Connect Core §10.2).
struct ClientEncryption: ServerPart {
  let core: ServerCore
  let clientKeys: ClientKeySources

  /// Encrypts a signed JWT or JSON.
  /// - Parameters:
  ///   - content: The text to encrypt.
  ///   - client: The client that decrypts it.
  ///   - encryption: The algorithms that the client is registered for.
  ///   - isJWT: Whether the content is a JWT, which the header then says (RFC 7519 §5.2).
  /// - Throws: ``ClientEncryptionError`` if the client has no key for the algorithm. The content must
  ///   not be sent without encryption then.
  func encrypt(
    _ content: Secret, for client: RegisteredClient, _ encryption: ResponseEncryption, isJWT: Bool
  ) async throws -> Secret {
    let key: EncryptionKey
    do {
      guard let keys = client.requestObjectKeys else { throw ClientEncryptionError.noKey }
      key = try Self.key(in: try await clientKeys.keys(keys, ofStranger: client.isUntrusted), for: encryption)
    } catch {
      logger.warning(
        "A client got no tokens, because it has no key for its encryption",
        metadata: ["client_id": "\(client.id)", "alg": "\(encryption.algorithm.rawValue)"])
      throw error is CancellationError ? error : ClientEncryptionError.noKey
    }
    return Secret(
      try key.encrypt(
        Array(content.reveal().utf8), with: encryption.algorithm, content: encryption.contentAlgorithm,
        contentType: isJWT ? "JWT" : nil))
  }

  /// Returns the first key of a set for an algorithm: of those with `use` `enc`, or of those without
  /// `use`.
  static func key(
    in set: JSONWebKeySet, for encryption: ResponseEncryption
  ) throws(ClientEncryptionError) -> EncryptionKey {
    let keys = EncryptionKey.keys(in: ["keys": .array(set.keys.compactMap(\.publicJWK))])
    guard let key = keys.first(where: { $0.allows(encryption.algorithm) }) else { throw .noKey }
    return key
  }
}

/// The reason why nothing can be encrypted for a client.
enum ClientEncryptionError: Error {
  /// The client's keys have none for the algorithm, or can't be fetched.
  case noKey

  /// The description for the client.
  static let description = "the client registered for encryption, and its jwks has no key for the algorithm"
}
