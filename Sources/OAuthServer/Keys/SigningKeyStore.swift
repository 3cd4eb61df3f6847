#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of a server's signing keys, sealed, for all its processes.
///
/// The records contain everything that processes need to agree, and
/// ``add(_:after:publishingOthersUntil:)`` is one transaction. A ``SigningKeyRing`` is the only
/// caller.
public protocol SigningKeyStore: Sendable {
  /// Returns all keys, in any order: a handful.
  ///
  /// - Throws: The store's error. An open ring goes on with the keys that it knows.
  func keys() async throws -> [SigningKeyRecord]

  /// Adds a key and sets the end of publication of the others of its algorithm, in one atomic step.
  /// - Parameters:
  ///   - record: The new key.
  ///   - newest: The `kid` of the newest key of this algorithm that the caller knows: the one with
  ///     the latest ``SigningKeyRecord/signsFrom`` (of two with the same time, the greater `kid`).
  ///     `nil` if the caller knows none.
  ///   - end: The ``SigningKeyRecord/publishedUntil`` of those keys that have none.
  /// - Returns: `false`, with nothing changed, if the store's newest key is another one, because
  ///   another process was faster.
  /// - Throws: The store's error. The key isn't used then.
  func add(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool

  /// Removes a key that is no longer published or was compromised. Removing an unknown key is no
  /// error.
  ///
  /// - Parameter keyID: The key's `kid`.
  /// - Throws: The store's error. The key may still be in the store then.
  func remove(_ keyID: String) async throws
}
