public import FoundationBasics

/// The server's signing keys, sealed, for all of its processes.
public protocol SigningKeyOperations: Sendable {
  /// Returns all keys, in any order: a handful.
  ///
  /// - Throws: Any error of the database. A ``SigningKeyRing`` that is open goes on with the keys
  ///   that it knows.
  func signingKeyRecords() async throws -> [SigningKeyRecord]

  /// Adds a key, and sets until when the other keys of its algorithm are published.
  ///
  /// - Parameters:
  ///   - record: The new key, by the thumbprint of a fresh key pair.
  ///   - newest: The `kid` of the key of this algorithm with the latest
  ///     ``SigningKeyRecord/signsFrom`` (of two, the greater `kid`) that the caller knows; `nil` if
  ///     it knows none.
  ///   - end: The ``SigningKeyRecord/publishedUntil`` of those that have none.
  /// - Returns: `false`, with nothing changed, if the newest key is another one: another process
  ///   was faster.
  /// - Throws: Any error of the database. The key isn't used.
  func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool

  /// Removes a key that is no longer published, or that must not be used for another second.
  ///
  /// - Parameter keyID: The key's `kid`. An unknown one is no error.
  /// - Throws: Any error of the database. The key may still be there.
  func removeSigningKey(_ keyID: String) async throws
}
