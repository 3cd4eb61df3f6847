public import JOSE
public import OAuthCore

/// The algorithms that encrypt a signed request object for the authorization server (RFC 9101 §6.1,
/// OpenID Connect Core §6.3.1).
public struct RequestObjectEncryption: Sendable, Hashable {
  /// The `alg`: the client's registered `request_object_encryption_alg`, or one that the server
  /// announces.
  public var algorithm: KeyManagementAlgorithm
  /// The `enc`: the client's registered `request_object_encryption_enc`, or one that the server
  /// announces.
  public var contentAlgorithm: ContentEncryptionAlgorithm

  /// Creates a pair of algorithms.
  ///
  /// - Parameters:
  ///   - algorithm: The `alg`.
  ///   - contentAlgorithm: The `enc`. Default: A128CBC-HS256, which is the default of registrations
  ///     (OpenID Connect Registration §2).
  public init(_ algorithm: KeyManagementAlgorithm, _ contentAlgorithm: ContentEncryptionAlgorithm = .a128CBCHS256) {
    self.algorithm = algorithm
    self.contentAlgorithm = contentAlgorithm
  }

  /// Chooses a pair that the server announces: key agreement before RSA, GCM before CBC.
  ///
  /// - Parameter server: The server's metadata.
  /// - Throws: ``AuthorizationRequestError/encryptionNotAnnounced`` if the server announces none that
  ///   Pixy supports.
  public init(announcedBy server: AuthorizationServerMetadata) throws(AuthorizationRequestError) {
    let algorithms: [KeyManagementAlgorithm] = [.ecdhESA256KW, .ecdhES, .ecdhESA128KW, .rsaOAEP256]
    let contents: [ContentEncryptionAlgorithm] = [.a256GCM, .a128GCM, .a128CBCHS256]
    let supportedAlgorithms = server.requestObjectEncryptionAlgValuesSupported ?? []
    let announcedContents = server.requestObjectEncryptionEncValuesSupported ?? []
    guard let algorithm = algorithms.first(where: { supportedAlgorithms.contains($0.rawValue) }),
      let content = contents.first(where: { announcedContents.contains($0.rawValue) })
    else { throw .encryptionNotAnnounced }
    self.init(algorithm, content)
  }
}

/// The authorization server as the recipient of encrypted request objects.
struct RequestObjectRecipient {
  let key: EncryptionKey
  let encryption: RequestObjectEncryption

  /// Encrypts a signed request object as a nested JWT (RFC 7519 §5.2).
  func encrypt(_ object: Secret) throws(JSONWebEncryptionError) -> Secret {
    Secret(
      try key.encrypt(
        Array(object.reveal().utf8), with: encryption.algorithm, content: encryption.contentAlgorithm,
        contentType: "JWT"))
  }
}

extension OAuthClient {
  /// Returns the recipient of a request that is to be encrypted, with one of the server's published
  /// keys.
  ///
  /// - Throws: ``AuthorizationRequestError/encryptionWithoutSignature``;
  ///   ``AuthorizationRequestError/noEncryptionKey(_:)``; the errors of fetching the server's keys.
  func recipient(of request: AuthorizationRequest) async throws -> RequestObjectRecipient? {
    guard let encryption = request.requestObjectEncryption else { return nil }
    guard request.requestObjectKey != nil else { throw AuthorizationRequestError.encryptionWithoutSignature }
    guard let address = server.jwksURI else { throw AuthorizationRequestError.noEncryptionKey(encryption.algorithm) }
    let keys = RemoteKeySet(address, through: transport, limits: limits, clock: clock)
    guard let key = try await keys.encryptionKeys().first(where: { $0.allows(encryption.algorithm) }) else {
      throw AuthorizationRequestError.noEncryptionKey(encryption.algorithm)
    }
    return RequestObjectRecipient(key: key, encryption: encryption)
  }
}
