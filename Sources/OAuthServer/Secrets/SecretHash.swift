internal import Crypto
public import OAuthCore
internal import PKCE

/// The SHA-256 of a secret that has at least 128 bits of randomness: what stores keep instead of codes, tokens and
/// client secrets, so that whoever reads a store can use none of them (RFC 6819 §5.1.4.1.3).
///
/// One round is right for secrets that nobody can guess, and costs a microsecond at each request. It is wrong for
/// passwords that people choose: those need a slow function such as scrypt.
public struct SecretHash: Sendable, Hashable {
  /// How many octets a hash has.
  public static let octetCount = 32

  /// The hash as a store keeps it.
  public let octets: [UInt8]

  /// Hashes a secret.
  ///
  /// - Parameter secret: one with at least 128 bits of randomness; the octets of its UTF-8 are hashed.
  public init(of secret: Secret) {
    let digest = SHA256.hash(data: Array(secret.reveal().utf8))
    // Safe: the memory is lent for the duration of the closure, which copies it.
    octets = unsafe digest.withUnsafeBytes { unsafe Array($0) }
  }

  /// The name by which stores know a code or token that a server gave out.
  ///
  /// If it has the moment when it was made, its name begins with that, in place of the hash's first six octets: what was made together is
  /// kept together, so that keeping many costs a store the writing of few pages. 208 bits of the hash remain. Any other token, such as
  /// a JWT, goes by the hash of ``init(of:)``.
  ///
  /// - Parameter secret: what the client sent, whole; any text has a name.
  public init(ofToken secret: Secret) {
    var octets = SecretHash(of: secret).octets
    if let moment = DatedSecret.moment(of: secret) { octets.replaceSubrange(..<moment.count, with: moment) }
    self.octets = octets
  }

  /// Takes a hash back from a store; `nil` unless there are ``octetCount`` octets.
  ///
  /// - Parameter octets: as ``octets`` gave them.
  public init?(octets: [UInt8]) {
    guard octets.count == Self.octetCount else { return nil }
    self.octets = octets
  }

  /// Whether this is the hash of a secret, in a time that tells nothing about either.
  ///
  /// - Parameter secret: what somebody sent. A hash of ``init(ofToken:)`` isn't compared by this.
  public func matches(_ secret: Secret) -> Bool {
    equalInConstantTime(octets, SecretHash(of: secret).octets)
  }
}

extension SecretHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[hash]`: a hash is no secret, but it names one.
  public var description: String { "[hash]" }

  /// Always `[hash]`.
  public var debugDescription: String { description }

  /// Has no children.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
