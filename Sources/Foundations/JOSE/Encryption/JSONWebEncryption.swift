public import OAuthCore
internal import PKCE

/// A parsed JWE in compact form (RFC 7516 §7.1), not decrypted.
///
/// Encryption proves nothing about the sender: every sender has the recipient's public key. So the
/// decrypted content of a nested JWT is parsed with ``JSONWebSignature`` and its signature verified.
///
/// ```swift
/// let encrypted = try JSONWebEncryption(compact: text)
/// let content = try encrypted.decrypted(
///   with: [key], allowing: [.ecdhESA256KW], content: [.a256GCM])
/// let token = try JSONWebSignature(compact: String(decoding: content, as: UTF8.self))
/// ```
public struct JSONWebEncryption: Sendable {
  /// The protected header, not authenticated.
  public let header: JOSEHeader

  private let authenticatedData: [UInt8]
  private let encryptedKey: [UInt8]
  private let sealedContent: ContentEncryptionAlgorithm.Sealed

  /// The default limit for the length of an encrypted token, in bytes.
  public static let maximumBytes = 131_072

  /// The largest number of keys that are tried, each with a slow operation.
  private static let mostTried = 10

  /// Parses a compact JWE.
  ///
  /// - Parameters:
  ///   - compact: Five base64url parts separated by dots.
  ///   - maximumBytes: The longest accepted text, in bytes. Default: ``maximumBytes``.
  /// - Throws: ``JSONWebEncryptionError`` if the text is too long or malformed, has no `alg`, or
  ///   contains `crit` or `zip`.
  public init(
    compact: String, maximumBytes: Int = JSONWebEncryption.maximumBytes
  ) throws(JSONWebEncryptionError) {
    guard compact.utf8.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
    let parts = Array(compact.utf8).split(
      separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 5 else { throw .notCompact }
    var decodedParts: [[UInt8]] = []
    for part in parts {
      guard let bytes = try? Base64URL.decode(bytes: part) else { throw .malformed }
      decodedParts.append(bytes)
    }
    do {
      header = try JOSEHeader(bytes: decodedParts[0])
    } catch .criticalExtension {
      throw .unsupportedExtension
    } catch .missingAlgorithm {
      throw .algorithmNotAllowed(nil)
    } catch {
      throw .malformed
    }
    // Compressed content would grow beyond every limit, and its length discloses the content.
    guard header.members["zip"] == nil else { throw .unsupportedExtension }
    authenticatedData = Array(parts[0])
    encryptedKey = decodedParts[1]
    sealedContent = .init(initializationVector: decodedParts[2], ciphertext: decodedParts[3], tag: decodedParts[4])
  }

  /// Decrypts the content.
  ///
  /// - Parameters:
  ///   - keys: The recipient's private keys. A key is tried if its type fits, and its `kid` and
  ///     `alg` don't contradict the header's. At most ten are tried.
  ///   - algorithms: The allowed values of `alg`.
  ///   - contentAlgorithms: The allowed values of `enc`.
  /// - Returns: The content. Its sender is unknown.
  /// - Throws: ``JSONWebEncryptionError/algorithmNotAllowed(_:)``,
  ///   ``JSONWebEncryptionError/noMatchingKey(keyID:)``, or
  ///   ``JSONWebEncryptionError/notDecrypted`` for every failure of a key or the content.
  public func decrypted(
    with keys: [DecryptionKey], allowing algorithms: Set<KeyManagementAlgorithm>,
    content contentAlgorithms: Set<ContentEncryptionAlgorithm>
  ) throws(JSONWebEncryptionError) -> [UInt8] {
    guard let algorithm = KeyManagementAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm)
    else { throw .algorithmNotAllowed(UntrustedText(header.algorithm)) }
    let name = header.members["enc"]?.string
    guard let content = name.flatMap(ContentEncryptionAlgorithm.init(rawValue:)), contentAlgorithms.contains(content)
    else { throw .algorithmNotAllowed(name.map(UntrustedText.init)) }
    let candidates = keys.filter { key in
      key.encryptionKey.allows(algorithm)
        && (header.keyID == nil || key.keyID == nil || key.keyID == header.keyID)
    }
    guard !candidates.isEmpty else { throw .noMatchingKey(keyID: header.keyID.map(UntrustedText.init)) }
    for key in candidates.prefix(Self.mostTried) {
      let contentKey = key.contentKey(encryptedKey, header, algorithm, content)
      if let plaintext = content.open(sealedContent, authenticating: authenticatedData, key: contentKey) {
        return plaintext
      }
    }
    throw .notDecrypted
  }
}

extension JSONWebEncryption: Redacted {
  /// Only the algorithm, because all parts together are a token.
  public var description: String { "JSONWebEncryption(\(UntrustedText(header.algorithm)))" }
}
