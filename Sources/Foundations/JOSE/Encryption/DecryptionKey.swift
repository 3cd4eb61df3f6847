internal import Crypto
internal import CryptoExtras
internal import FoundationBasics
public import OAuthCore
internal import PKCE

/// A recipient's private key, which decrypts what was encrypted with its ``EncryptionKey``.
///
/// Descriptions and dumps don't show it.
public struct DecryptionKey: Sendable {
  private enum Material: Sendable {
    // The library's type for decryption isn't Sendable, so this one is converted at each use.
    case rsa(_RSA.Signing.PrivateKey)
    case agreement(AgreementPrivateKey)
  }

  /// The public key.
  public let encryptionKey: EncryptionKey
  private let material: Material

  /// The `kid`, which selects one of several keys.
  public var keyID: String? { encryptionKey.keyID }

  /// Reads a private JWK (RFC 7517 §4): RSA, P-256, P-384, P-521 or X25519.
  ///
  /// - Parameter jwk: The JSON text of one private key. RSA keys need `p` and `q`.
  /// - Throws: ``JSONWebKeyError`` if the key isn't private, is weak or unsupported, its `use` isn't
  ///   `enc`, or its private and public parts differ.
  public init(jwk: Secret) throws(JSONWebKeyError) {
    guard let value = try? JSONValue(bytes: Array(jwk.reveal().utf8)) else { throw .notAnObject }
    try self.init(value)
  }

  /// Reads a private key from PEM, as OpenSSL writes it: RSA, P-256, P-384, P-521 or X25519.
  ///
  /// - Parameters:
  ///   - pem: The text with its BEGIN and END lines.
  ///   - keyID: The `kid` under which the public key is registered.
  /// - Throws: ``JSONWebKeyError`` if the text doesn't have exactly one private key, a passphrase
  ///   protects it, or it is weak or of another type.
  public init(pem: Secret, keyID: String? = nil) throws(JSONWebKeyError) {
    var members: [String: JSONValue]
    if case .x25519(let scalar) = try PrivateKeyDocument(pem: pem.reveal()) {
      guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar) else { throw .notAPrivateKey }
      members = AgreementPublicKey.x25519(key.publicKey).members
      members["d"] = .string(Base64URL.encode(scalar))
    } else {
      members = try SigningKey(pem: pem).privateMembers()
      // It is the signature algorithm of the type, and a PEM file names none.
      members["alg"] = nil
    }
    members["kid"] = keyID.map { .string($0) }
    try self.init(.object(members))
  }

  private init(_ value: JSONValue) throws(JSONWebKeyError) {
    encryptionKey = try EncryptionKey(value)
    switch encryptionKey.material {
    case .agreement: material = .agreement(try AgreementPrivateKey(value))
    case .rsa:
      guard value.object?["oth"] == nil else { throw .unsupported(UntrustedText("multi-prime RSA")) }
      var numbers: [[UInt8]] = []
      for name in ["n", "e", "d", "p", "q"] {
        guard let text = value.object?[name]?.string else { throw .notAPrivateKey }
        guard text.utf8.count <= 1_400, let bytes = try? Base64URL.decode(text) else { throw .malformed(member: name) }
        numbers.append(bytes)
      }
      guard
        let key = try? _RSA.Signing.PrivateKey(
          n: numbers[0], e: numbers[1], d: numbers[2], p: numbers[3], q: numbers[4]),
        (try? _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)) != nil
      else { throw .notAPrivateKey }
      material = .rsa(key)
    }
  }

  /// Generates a key pair: RSA with 2048 bits for RSA-OAEP-256, otherwise P-256.
  ///
  /// - Parameters:
  ///   - algorithm: The `alg` that the key is for, and which its JWK names.
  ///   - keyID: The `kid`, such as the date.
  /// - Throws: ``JSONWebKeyError/notAPrivateKey``, only if the cryptographic library fails.
  public static func generate(
    _ algorithm: KeyManagementAlgorithm, keyID: String? = nil
  ) throws(JSONWebKeyError) -> DecryptionKey {
    var members = try SigningKey.generate(algorithm == .rsaOAEP256 ? .rs256 : .es256, keyID: keyID).privateMembers()
    members["alg"] = .string(algorithm.rawValue)
    return try DecryptionKey(.object(members))
  }

  /// Exports the whole key as a private JWK (RFC 7517 §4, RFC 7518 §6), for a store of secrets.
  ///
  /// The holder of this text can decrypt as this key does. `init(jwk:)` reads it back.
  ///
  /// - Throws: ``JSONWebKeyError/notAPrivateKey``, only if the cryptographic library fails.
  public func privateJWK() throws(JSONWebKeyError) -> Secret {
    var members = encryptionKey.publicJWK.object ?? [:]
    switch material {
    case .rsa(let key): members.merge(try SigningKey.rsaMembers(Array(key.derRepresentation))) { $1 }
    case .agreement(let key): members["d"] = .string(Base64URL.encode(key.scalar))
    }
    return Secret(String(decoding: JSONValue.object(members).bytes(), as: UTF8.self))
  }

  /// Recovers the content key of a JWE (RFC 7516 §5.2, steps 6 to 12).
  ///
  /// If a wrapped key is wrong, the result is a random key: the content then fails to decrypt as
  /// with a wrong tag, so that the sender learns nothing about the wrapped key (RFC 7516 §11.5).
  func contentKey(
    _ encryptedKey: [UInt8], _ header: JOSEHeader, _ algorithm: KeyManagementAlgorithm,
    _ content: ContentEncryptionAlgorithm
  ) -> [UInt8] {
    let random = EncryptionKey.randomKey(content.keyBytes)
    let recoveredKey: [UInt8]?
    switch material {
    case .rsa(let key):
      let decrypting = try? _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)
      recoveredKey = (try? decrypting?.decrypt(encryptedKey, padding: .PKCS1_OAEP_SHA256)).map { Array($0) }
    case .agreement(let key): recoveredKey = Self.agreed(key, encryptedKey, header, algorithm, content)
    }
    guard let recoveredKey, recoveredKey.count == content.keyBytes else { return random }
    return recoveredKey
  }

  private static func agreed(
    _ key: AgreementPrivateKey, _ encryptedKey: [UInt8], _ header: JOSEHeader, _ algorithm: KeyManagementAlgorithm,
    _ content: ContentEncryptionAlgorithm
  ) -> [UInt8]? {
    // RFC 7518 §4.6.1.1: the ephemeral key has no private member.
    guard let value = header.members["epk"], !JSONWebKey.isPrivate(value),
      let ephemeral = try? AgreementPublicKey(value),
      let secret = key.sharedSecret(with: ephemeral), let partyU = party("apu", header),
      let partyV = party("apv", header)
    else { return nil }
    let agreedKey = ConcatKDF.key(
      from: secret, algorithm: algorithm.wrappingKeyBytes == nil ? content.rawValue : algorithm.rawValue,
      partyU: partyU, partyV: partyV, count: algorithm.wrappingKeyBytes ?? content.keyBytes)
    // RFC 7516 §5.2, step 10: with direct key agreement, the encrypted key is empty.
    guard algorithm.wrappingKeyBytes != nil else { return encryptedKey.isEmpty ? agreedKey : nil }
    // RFC 3394 §2.2.1: a wrapped key is eight bytes longer than the key.
    guard encryptedKey.count == content.keyBytes + 8,
      let unwrappedKey = try? AES.KeyWrap.unwrap(encryptedKey, using: SymmetricKey(data: agreedKey))
    else { return nil }
    // Safe: the bytes are copied while the pointer is valid.
    return unsafe unwrappedKey.withUnsafeBytes { unsafe Array($0) }
  }

  /// Returns the bytes of `apu` or `apv`, which are empty if it is absent (RFC 7518 §4.6.2).
  private static func party(_ name: String, _ header: JOSEHeader) -> [UInt8]? {
    guard let value = header.members[name] else { return [] }
    return value.string.flatMap { try? Base64URL.decode($0) }
  }
}

extension DecryptionKey: Hashable {
  /// Compares the public keys, which determine the private ones.
  public static func == (lhs: DecryptionKey, rhs: DecryptionKey) -> Bool {
    lhs.encryptionKey == rhs.encryptionKey
  }

  /// Hashes the public key.
  public func hash(into hasher: inout Hasher) { hasher.combine(encryptionKey) }
}

extension DecryptionKey: Redacted {
  /// The `kid`, never the key.
  public var description: String { "DecryptionKey(kid: \(keyID.map { UntrustedText($0).description } ?? "none"))" }
}
