internal import Crypto
internal import FoundationBasics
public import JOSE
public import OAuthCore
public import PKCE

/// Encrypts signing keys for a database with AES-256-GCM, under a sealing key that comes from
/// elsewhere.
///
/// The `kid` and the algorithm are associated data, so a sealed key can't be passed off as another
/// one. An attacker who can read or write only the database can neither sign in the server's name
/// nor make it sign with the attacker's key. Keep the sealing key in a secret store or in a file
/// that only the server reads, never in the database itself.
public struct SigningKeySeal: Sendable {
  /// The length of a sealing key: 32 bytes.
  public static let keyByteCount = 32

  private let keys: [SymmetricKey]

  /// Creates a seal.
  /// - Parameters:
  ///   - key: The sealing key: 32 random bytes in base64url, 43 characters.
  ///   - former: Earlier sealing keys, which still open what they sealed. Default: none.
  /// - Throws: ``SigningKeyRingError/sealingKeyUnusable`` if one of them has another form.
  public init(key: Secret, former: [Secret] = []) throws(SigningKeyRingError) {
    var keys: [SymmetricKey] = []
    for text in [key] + former {
      guard let bytes = try? Base64URL.decode(text.reveal()), bytes.count == Self.keyByteCount else {
        throw .sealingKeyUnusable
      }
      keys.append(SymmetricKey(data: bytes))
    }
    self.keys = keys
  }

  /// Generates a sealing key for a new database. Save it: without it the signing keys are lost.
  /// - Parameter random: The source of randomness. It must be unpredictable outside tests. Default:
  ///   the system's.
  public static func newKey(random: any RandomSource = SystemRandomSource()) -> Secret {
    Secret(Base64URL.encode(random.exactly(keyByteCount)))
  }

  /// Derives the keys that decrypt request objects, one for each sealing key, the current one first.
  ///
  /// All processes with the same sealing key have the same keys, which no database contains. Set
  /// ``AuthorizationRequestRules/decryptionKeys`` to them. They are for P-256 (RFC 7518 §4.6).
  /// - Throws: `JSONWebKeyError`, only if the cryptographic library fails.
  public func requestObjectKeys() throws(JSONWebKeyError) -> [DecryptionKey] {
    var derivedKeys: [DecryptionKey] = []
    for key in keys { derivedKeys.append(try Self.requestObjectKey(from: key)) }
    return derivedKeys
  }

  private static func requestObjectKey(from key: SymmetricKey) throws(JSONWebKeyError) -> DecryptionKey {
    // About one number in 2^32 isn't a private key of the curve.
    for attempt in 1...4 {
      let scalar = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("pixy-request-object-key \(attempt) P-256".utf8), outputByteCount: 32)
      // Safe: the bytes are copied while the pointer is valid.
      let bytes = unsafe scalar.withUnsafeBytes { unsafe Array($0) }
      guard let pair = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { continue }
      let unnamedKey = try DecryptionKey(pem: Secret(pair.pemRepresentation))
      return try DecryptionKey(pem: Secret(pair.pemRepresentation), keyID: unnamedKey.encryptionKey.thumbprint)
    }
    throw .notAPrivateKey
  }

  func seal(_ key: SigningKey, keyID: String) throws -> [UInt8] {
    let text = Array(try key.privateJWK().reveal().utf8)
    let box = try AES.GCM.seal(text, using: keys[0], authenticating: Self.context(keyID, key.algorithm))
    guard let bytes = box.combined else { throw SigningKeyRingError.sealingKeyUnusable }
    return Array(bytes)
  }

  func open(_ record: SigningKeyRecord) throws(SigningKeyRingError) -> SigningKey {
    let context = Self.context(record.keyID, record.algorithm)
    for key in keys {
      guard let box = try? AES.GCM.SealedBox(combined: record.sealedKey),
        let bytes = try? AES.GCM.open(box, using: key, authenticating: context)
      else { continue }
      guard let openedKey = try? SigningKey(jwk: Secret(String(decoding: bytes, as: UTF8.self))),
        openedKey.keyID == record.keyID, openedKey.algorithm == record.algorithm
      else { break }
      return openedKey
    }
    throw .cannotOpen(keyID: record.keyID)
  }

  private static func context(_ keyID: String, _ algorithm: SignatureAlgorithm) -> [UInt8] {
    Array("pixy-signing-key 1 \(algorithm.rawValue) \(keyID)".utf8)
  }
}

extension SigningKeySeal: Redacted {
  /// Always `SigningKeySeal`.
  public var description: String { "SigningKeySeal" }
}
