internal import Crypto
public import OAuthCore
public import PKCE

/// A secret key of the application that seals its sign-ins with AES-256-GCM.
///
/// All processes of an application need the same keys. Generate one with ``generate(from:)``, keep
/// its ``text`` in the store for the application's secrets, and read it with ``init(text:)``. An
/// application with one secret for many purposes derives the key with ``init(derivedFrom:)``.
///
/// ```swift
/// let text = SealingKey.generate().text  // once, for the store of secrets
/// let key = try SealingKey(text: text)  // at each start
/// ```
///
/// The holder of the key can read and forge every sealed text. Replace it once a year, and before
/// it has sealed 2³² texts, which is the limit of AES-GCM with random nonces (NIST SP 800-38D
/// §8.3).
public struct SealingKey: Sendable {
  /// The length of a key: 32 bytes.
  public static let byteCount = 32

  let key: SymmetricKey

  /// Reads a key from its ``text``.
  ///
  /// - Parameter text: 32 random bytes in base64url without padding: 43 characters.
  /// - Throws: ``SealingError/keyUnusable`` for any other text.
  public init(text: Secret) throws(SealingError) {
    guard let bytes = try? Base64URL.decode(text.reveal()), bytes.count == Self.byteCount else { throw .keyUnusable }
    key = SymmetricKey(data: bytes)
  }

  /// Derives a key from another secret of the application with HKDF-SHA-256 (RFC 5869), without a
  /// salt and with the `info` "pixy sealing key 1".
  ///
  /// The derived key doesn't reveal the secret. The same secret gives the same key in every process
  /// and every version of Pixy.
  ///
  /// - Parameter secret: A random secret of at least 32 bytes, whose UTF-8 bytes are the input. A
  ///   password isn't enough: sealed texts would let an attacker guess it.
  /// - Throws: ``SealingError/secretTooShort`` if it has fewer than 32 bytes.
  public init(derivedFrom secret: Secret) throws(SealingError) {
    guard secret.byteCount >= Self.byteCount else { throw .secretTooShort }
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(secret.reveal().utf8)), info: Array("pixy sealing key 1".utf8),
      outputByteCount: Self.byteCount)
  }

  private init(_ key: SymmetricKey) {
    self.key = key
  }

  /// Generates a key.
  ///
  /// - Parameter random: The source of randomness. It must be cryptographically secure outside
  ///   tests. Default: the system's.
  public static func generate(from random: any RandomSource = SystemRandomSource()) -> SealingKey {
    SealingKey(SymmetricKey(data: random.exactly(byteCount)))
  }

  /// The key as 43 characters of base64url, for the store of the application's secrets.
  public var text: Secret {
    // Safe: the bytes are copied before the closure returns.
    Secret(Base64URL.encode(unsafe key.withUnsafeBytes { unsafe Array($0) }))
  }
}

extension SealingKey: Redacted {
  /// Always `SealingKey`.
  public var description: String { "SealingKey" }
}
