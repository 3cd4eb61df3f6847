public import FoundationBasics
public import JOSE

/// A signing key as a database saves it: sealed, with the times that all processes follow.
public struct SigningKeyRecord: Sendable, Hashable {
  /// The key's `kid`, which is its thumbprint (RFC 7638).
  public let keyID: String
  /// The key's signature algorithm.
  public let algorithm: SignatureAlgorithm
  /// The time from which the key signs, until a later key for the same algorithm does. It is
  /// published before.
  public let signsFrom: Date
  /// The time until which the key is published; `nil` as long as it has no successor. After that
  /// time no process signs with it.
  public var publishedUntil: Date?
  /// The private key, sealed: only a ``SigningKeySeal`` opens it.
  public let sealedKey: [UInt8]

  /// Creates a record. A ring calls it for a new key, a database for one that it read.
  /// - Parameters:
  ///   - keyID: The key's `kid`.
  ///   - algorithm: The key's signature algorithm.
  ///   - signsFrom: The time from which the key signs.
  ///   - publishedUntil: The time until which the key is published. Default: no end.
  ///   - sealedKey: The private key, sealed by a ``SigningKeySeal``.
  public init(
    keyID: String, algorithm: SignatureAlgorithm, signsFrom: Date, publishedUntil: Date? = nil, sealedKey: [UInt8]
  ) {
    self.keyID = keyID
    self.algorithm = algorithm
    self.signsFrom = signsFrom
    self.publishedUntil = publishedUntil
    self.sealedKey = sealedKey
  }

  /// Returns whether this key replaces another one for the same algorithm. All processes must order
  /// keys alike.
  func isNewer(than other: SigningKeyRecord) -> Bool {
    (signsFrom, keyID) > (other.signsFrom, other.keyID)
  }
}
