public import JOSE
internal import OAuthCore

/// The algorithms by which a server encrypts for a client, or a client its request objects (OpenID
/// Connect Registration §2).
public struct ResponseEncryption: Sendable, Hashable {
  /// The algorithm that protects the content key, such as `id_token_encrypted_response_alg`.
  public var algorithm: KeyManagementAlgorithm
  /// The algorithm of the content, such as `id_token_encrypted_response_enc`.
  public var contentAlgorithm: ContentEncryptionAlgorithm

  /// Creates a pair of algorithms.
  /// - Parameters:
  ///   - algorithm: The algorithm that protects the content key. The client needs a key for it.
  ///   - contentAlgorithm: The algorithm of the content. Default: A128CBC-HS256 (Registration §2).
  public init(_ algorithm: KeyManagementAlgorithm, _ contentAlgorithm: ContentEncryptionAlgorithm = .a128CBCHS256) {
    self.algorithm = algorithm
    self.contentAlgorithm = contentAlgorithm
  }
}

extension ResponseEncryption {
  /// Returns the supported algorithms as members of the metadata (OpenID Connect Discovery §3).
  /// - Parameters:
  ///   - token: The beginning of the members' names, such as `id_token`.
  ///   - algorithms: The `alg` values. Default: all.
  static func metadata(
    of token: String, algorithms: [KeyManagementAlgorithm] = KeyManagementAlgorithm.allCases
  ) -> [String: JSONValue] {
    [
      "\(token)_encryption_alg_values_supported": .array(algorithms.map { .string($0.rawValue) }),
      "\(token)_encryption_enc_values_supported": .array(
        ContentEncryptionAlgorithm.allCases.map { .string($0.rawValue) }),
    ]
  }
}
