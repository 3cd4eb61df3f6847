#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE

/// A signing key as a store keeps it: sealed, with the times by which every process knows what it is for.
public struct SigningKeyRecord: Sendable, Hashable {
  /// The key's `kid`, which is its thumbprint (RFC 7638).
  public let keyID: String
  /// What it signs with.
  public let algorithm: SignatureAlgorithm
  /// From when on it signs, until a later key for the same algorithm does. It is published before.
  public let signsFrom: Date
  /// Until when it is published; `nil` as long as it has no successor. No process signs with it then.
  public var publishedUntil: Date?
  /// The private key, which only a ``SigningKeySeal`` opens.
  public let sealed: [UInt8]

  /// Puts a record together: a ring for a new key, a store for one it read.
  /// - Parameters:
  ///   - keyID: the key's `kid`.
  ///   - algorithm: what it signs with.
  ///   - signsFrom: from when on it signs.
  ///   - publishedUntil: until when it is published.
  ///   - sealed: what ``SigningKeySeal`` made.
  public init(
    keyID: String, algorithm: SignatureAlgorithm, signsFrom: Date, publishedUntil: Date? = nil, sealed: [UInt8]
  ) {
    self.keyID = keyID
    self.algorithm = algorithm
    self.signsFrom = signsFrom
    self.publishedUntil = publishedUntil
    self.sealed = sealed
  }

  /// Whether this key takes over from another one for the same algorithm: all processes must order keys alike.
  func isNewer(than other: SigningKeyRecord) -> Bool {
    (signsFrom, keyID) > (other.signsFrom, other.keyID)
  }
}
