internal import Crypto
public import OAuthCore
internal import PKCE

/// The SHA-256 of a secret that has at least 128 random bits.
///
/// Databases save it instead of codes, tokens and client secrets, so that a stolen database
/// contains none that can be used (RFC 6819 §5.1.4.1.3).
///
/// One round is right for random secrets, and takes a microsecond in each request. It is wrong for
/// passwords that users choose: those need a slow function such as scrypt (``PasswordHash``).
public struct SecretHash: Sendable, Hashable {
  /// The length of a hash: 32 bytes.
  public static let byteCount = 32

  /// The hash as a database saves it: ``byteCount`` bytes.
  public let bytes: [UInt8]

  /// Hashes a secret.
  ///
  /// - Parameter secret: A secret with at least 128 random bits. The bytes of its UTF-8 encoding
  ///   are hashed.
  public init(of secret: Secret) {
    let digest = SHA256.hash(data: Array(secret.reveal().utf8))
    // Safe: the memory is lent for the duration of the closure, which copies it.
    bytes = unsafe digest.withUnsafeBytes { unsafe Array($0) }
  }

  /// Creates the key by which databases find a code or token that a server issued.
  ///
  /// If the token contains its time of issue, that time replaces the first six bytes of the hash.
  /// Records that were created together are then stored together, so inserting many of them writes
  /// few pages. 208 bits of the hash remain. The key of any other token, such as a JWT, is the hash
  /// of ``init(of:)``.
  ///
  /// - Parameter secret: The whole token as the client sent it. Any text is accepted.
  public init(ofToken secret: Secret) {
    var bytes = SecretHash(of: secret).bytes
    if let moment = DatedSecret.moment(of: secret) { bytes.replaceSubrange(..<moment.count, with: moment) }
    self.bytes = bytes
  }

  /// Restores a hash that a database has read; `nil` unless there are ``byteCount`` bytes.
  ///
  /// - Parameter bytes: The bytes of ``bytes``.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Returns whether this is the hash of a secret. The comparison takes constant time.
  ///
  /// - Parameter secret: The secret that a client sent. Use it only with hashes of ``init(of:)``,
  ///   not with those of ``init(ofToken:)``.
  public func matches(_ secret: Secret) -> Bool {
    equalInConstantTime(bytes, SecretHash(of: secret).bytes)
  }
}

extension SecretHash: Redacted {
  /// Always `[hash]`: a hash is no secret, but it identifies one.
  public var description: String { "[hash]" }
}
