internal import Crypto
internal import CryptoExtras
internal import FoundationBasics
public import OAuthCore
internal import PKCE

/// A recipient's public key, which encrypts content for it (RFC 7516 §5.1).
///
/// ```swift
/// let key = try EncryptionKey(jwk)
/// let token = try key.encrypt(signed, with: .ecdhESA256KW, content: .a256GCM, contentType: "JWT")
/// ```
public struct EncryptionKey: Sendable, Hashable {
  enum Material: Sendable {
    // The library's type for encryption isn't Sendable, so this one is converted at each use.
    case rsa(_RSA.Signing.PublicKey)
    case agreement(AgreementPublicKey)
  }

  /// The `kid`, which the recipient selects its private key with.
  public let keyID: String?
  let algorithmName: String?
  let material: Material
  /// The required members (RFC 7638 §3.2).
  private let definingMembers: [String: JSONValue]

  /// Reads a public JWK (RFC 7517 §4): RSA, P-256, P-384, P-521 or X25519.
  ///
  /// - Parameter value: The JSON object. Members of private keys are ignored.
  /// - Throws: ``JSONWebKeyError`` if the key is malformed, weak, unsupported, or isn't for
  ///   encryption (`use`, `key_ops`).
  public init(_ value: JSONValue) throws(JSONWebKeyError) {
    guard let members = value.object else { throw .notAnObject }
    for name in ["kid", "use", "alg"] {
      guard members[name] == nil || members[name]?.string != nil else { throw .malformed(member: name) }
    }
    guard members["use"]?.string ?? "enc" == "enc" else { throw .malformed(member: "use") }
    if let operations = members["key_ops"] {
      guard let operations = operations.strings, !Self.operations.isDisjoint(with: operations) else {
        throw .malformed(member: "key_ops")
      }
    }
    keyID = members["kid"]?.string
    algorithmName = members["alg"]?.string
    if members["kty"]?.string == "RSA" {
      guard case .rsa(let key) = try JSONWebKey(value).key,
        (try? _RSA.Encryption.PublicKey(derRepresentation: key.derRepresentation)) != nil
      else { throw .malformed(member: "n") }
      material = .rsa(key)
      definingMembers = members.filter { ["kty", "n", "e"].contains($0.key) }
    } else {
      let key = try AgreementPublicKey(value)
      material = .agreement(key)
      definingMembers = key.members
    }
  }

  /// Reads the encryption keys of a JWK Set (RFC 7517 §5). Other keys are skipped.
  ///
  /// A sender calls it for the set that the recipient publishes or registered. Keys with the `use`
  /// `enc` come first, because a key without `use` may be for signatures.
  ///
  /// - Parameter set: An object with an array `keys`. Of a longer array, the first
  ///   `JSONWebKeySet.maximumKeys` keys are read.
  public static func keys(in set: JSONValue) -> [EncryptionKey] {
    let values = (set.object?["keys"]?.array ?? []).prefix(JSONWebKeySet.maximumKeys)
    let markedValues = values.filter { $0.object?["use"] == "enc" }
    let unmarkedValues = values.filter { $0.object?["use"] == nil }
    return (markedValues + unmarkedValues).compactMap { try? EncryptionKey($0) }
  }

  /// The public key as a JWK with `use`, and with `kid` and `alg` if present.
  ///
  /// The recipient publishes it in its JWK Set, or registers it.
  public var publicJWK: JSONValue {
    var members = definingMembers
    members["use"] = "enc"
    members["kid"] = keyID.map { .string($0) }
    members["alg"] = algorithmName.map { .string($0) }
    return .object(members)
  }

  /// The key's thumbprint: SHA-256 of its required members (RFC 7638 §3), in base64url.
  ///
  /// It is a good `kid`, because it identifies only this key.
  public var thumbprint: String { Base64URL.encode(SHA256.hash(data: JSONValue.object(definingMembers).bytes())) }

  /// Keys with the same numbers, `kid` and `alg` are equal.
  public static func == (lhs: EncryptionKey, rhs: EncryptionKey) -> Bool { lhs.publicJWK == rhs.publicJWK }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(publicJWK) }

  /// The `key_ops` of keys for encryption, public and private (RFC 7517 §4.3).
  private static let operations: Set<String> = [
    "encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits",
  ]

  /// Returns whether the key is one for an algorithm, by its type and `alg`.
  ///
  /// - Parameter algorithm: The `alg` of a JWE. First compare it with the expected ones.
  public func allows(_ algorithm: KeyManagementAlgorithm) -> Bool {
    guard algorithmName == nil || algorithmName == algorithm.rawValue else { return false }
    return if case .rsa = material { algorithm == .rsaOAEP256 } else { algorithm != .rsaOAEP256 }
  }

  /// Encrypts content with a fresh content key (RFC 7516 §5.1).
  ///
  /// - Parameters:
  ///   - plaintext: The bytes to encrypt, such as a signed JWT's.
  ///   - algorithm: The algorithm that protects the content key.
  ///   - content: The algorithm that encrypts the content.
  ///   - contentType: The `cty`, which is `JWT` for a signed JWT (RFC 7519 §5.2). Nil omits it.
  /// - Returns: The JWE in compact form.
  /// - Throws: ``JSONWebEncryptionError/notEncrypted`` if the key isn't one for the algorithm.
  public func encrypt(
    _ plaintext: [UInt8], with algorithm: KeyManagementAlgorithm, content: ContentEncryptionAlgorithm,
    contentType: String? = nil
  ) throws(JSONWebEncryptionError) -> String {
    guard allows(algorithm) else { throw .notEncrypted }
    var header: [String: JSONValue] = ["alg": .string(algorithm.rawValue), "enc": .string(content.rawValue)]
    header["kid"] = keyID.map { .string($0) }
    header["cty"] = contentType.map { .string($0) }
    do {
      let contentKey: [UInt8]
      var wrappedKey: [UInt8] = []
      switch material {
      case .rsa(let key):
        contentKey = Self.randomKey(content.keyBytes)
        let encrypting = try _RSA.Encryption.PublicKey(derRepresentation: key.derRepresentation)
        wrappedKey = Array(try encrypting.encrypt(contentKey, padding: .PKCS1_OAEP_SHA256))
      case .agreement(let key):
        let ephemeral = key.ephemeralKey()
        guard let secret = ephemeral.sharedSecret(with: key) else { throw JSONWebEncryptionError.notEncrypted }
        header["epk"] = .object(ephemeral.publicKey.members)
        let agreedKey = ConcatKDF.key(
          from: secret, algorithm: algorithm.wrappingKeyBytes == nil ? content.rawValue : algorithm.rawValue,
          partyU: [], partyV: [], count: algorithm.wrappingKeyBytes ?? content.keyBytes)
        if algorithm.wrappingKeyBytes == nil {
          contentKey = agreedKey
        } else {
          contentKey = Self.randomKey(content.keyBytes)
          wrappedKey = Array(try AES.KeyWrap.wrap(SymmetricKey(data: contentKey), using: SymmetricKey(data: agreedKey)))
        }
      }
      let protectedHeader = Base64URL.encode(JSONValue.object(header).bytes())
      let sealedContent = try content.seal(plaintext, authenticating: Array(protectedHeader.utf8), key: contentKey)
      let parts = [wrappedKey, sealedContent.initializationVector, sealedContent.ciphertext, sealedContent.tag].map {
        Base64URL.encode($0)
      }
      return ([protectedHeader] + parts).joined(separator: ".")
    } catch {
      throw .notEncrypted
    }
  }

  /// Generates a key from the system's randomness.
  static func randomKey(_ count: Int) -> [UInt8] {
    // Safe: the bytes are copied while the pointer is valid.
    unsafe SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { unsafe Array($0) }
  }
}
