#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where a server's signing keys are kept, sealed, for all its processes.
///
/// Everything that a process must know to agree with the others is in the records, and ``add(_:after:publishingOthersUntil:)`` is
/// one transaction.
public protocol SigningKeyStore: Sendable {
  /// All keys, in any order: a handful.
  ///
  /// - Throws: whatever keeps the store from answering. A ring that is open goes on with the keys that it knows.
  func keys() async throws -> [SigningKeyRecord]

  /// Adds a key, and says until when the others of its algorithm are still published, in one atomic step.
  /// - Parameters:
  ///   - record: the new key.
  ///   - newest: the `kid` of the key of this algorithm with the latest ``SigningKeyRecord/signsFrom`` (of two, the greater
  ///     `kid`) as the caller knows it; `nil` if it knows none.
  ///   - end: becomes ``SigningKeyRecord/publishedUntil`` of those that have none.
  /// - Returns: `false`, having changed nothing, if the newest key is another one by now: another process was faster.
  /// - Throws: whatever keeps the store from it; the key isn't used then.
  func add(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool

  /// Forgets a key: one that isn't published any more, or that must not be used for another second. No error if it is unknown.
  ///
  /// - Parameter keyID: the key's `kid`.
  /// - Throws: whatever keeps the store from it; the key must be taken to be there still.
  func remove(_ keyID: String) async throws
}
