public import OAuthCore

/// A recipient's private keys and registered algorithms, which decrypt JWTs (RFC 7519 §5.2).
///
/// A client creates one from what it registered, such as `id_token_encrypted_response_alg` and
/// `id_token_encrypted_response_enc` (OpenID Connect Registration §2).
///
/// ```swift
/// let decryption = JWTDecryption(keys: [key], algorithms: [.ecdhESA256KW], contentAlgorithms: [.a256GCM])
/// let signed = try decryption.decrypted(text)
/// ```
public struct JWTDecryption: Sendable, Hashable {
  /// The private keys. Several are needed while an old one is being replaced.
  public var keys: [DecryptionKey]
  /// The accepted `alg` values.
  public var algorithms: Set<KeyManagementAlgorithm>
  /// The accepted `enc` values.
  public var contentAlgorithms: Set<ContentEncryptionAlgorithm>

  /// Creates the rules for decryption.
  ///
  /// - Parameters:
  ///   - keys: The private keys. At most ten that fit a token are tried.
  ///   - algorithms: The accepted `alg` values: the registered one.
  ///   - contentAlgorithms: The accepted `enc` values: the registered one. Default: A128CBC-HS256,
  ///     which is the default of registrations (OpenID Connect Registration §2).
  public init(
    keys: [DecryptionKey], algorithms: Set<KeyManagementAlgorithm>,
    contentAlgorithms: Set<ContentEncryptionAlgorithm> = [.a128CBCHS256]
  ) {
    self.keys = keys
    self.algorithms = algorithms
    self.contentAlgorithms = contentAlgorithms
  }

  /// Decrypts a compact JWE.
  ///
  /// - Parameter compact: The JWE, at most ``JSONWebEncryption/maximumBytes`` bytes.
  /// - Returns: The content: a compact JWS or a JSON object. Its sender is unknown until its
  ///   signature is verified.
  /// - Throws: ``JSONWebEncryptionError``; ``JSONWebEncryptionError/notDecrypted`` also for a
  ///   content that isn't UTF-8.
  public func decrypted(_ compact: Secret) throws(JSONWebEncryptionError) -> Secret {
    let content = try JSONWebEncryption(compact: compact.reveal()).decrypted(
      with: keys, allowing: algorithms, content: contentAlgorithms)
    guard let text = String(validating: content, as: UTF8.self) else { throw .notDecrypted }
    return Secret(text)
  }

  /// Returns whether a text has the five parts of a compact JWE (RFC 7516 §9).
  ///
  /// - Parameter text: The received token.
  public static func isEncrypted(_ text: Secret) -> Bool {
    text.reveal().utf8.count { $0 == UInt8(ascii: ".") } == 4
  }
}
