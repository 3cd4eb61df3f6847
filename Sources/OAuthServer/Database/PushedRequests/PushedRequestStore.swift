#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where pushed authorization requests wait for their sign-in (RFC 9126).
///
/// Nothing here supposes one process or one connection: ``consume(_:)`` is a single conditional
/// deletion, ``extend(_:until:)`` a single conditional update, and everything else is plain reading
/// and writing. `PushedRequestStoreCompatibility` in `OAuthTestSupport` checks the promises.
public protocol PushedRequestStore: Sendable {
  /// Keeps a new request. Its reference is told only after this returned.
  ///
  /// - Parameter record: the request, by the hash of its reference.
  /// - Throws: whatever keeps the store from keeping it; no reference is told then.
  func save(_ record: PushedRequestRecord) async throws

  /// What was pushed, or `nil` if it is unknown, consumed or forgotten. A store need not look at
  /// the time.
  ///
  /// Reading consumes nothing: a person may load the sign-in page again, and come back after a
  /// wrong password.
  ///
  /// - Parameter hash: the hash of the reference.
  /// - Throws: whatever keeps the store from answering; the sign-in ends with an error then.
  func find(_ hash: SecretHash) async throws -> PushedRequestRecord?

  /// Keeps a request for longer, because a sign-in began with it. Nothing happens if it is unknown,
  /// or kept for longer anyway.
  /// - Parameters:
  ///   - hash: the hash of the reference.
  ///   - moment: the new ``PushedRequestRecord/completableUntil``.
  /// - Throws: whatever keeps the store from it; the sign-in ends with an error then.
  func extend(_ hash: SecretHash, until moment: Date) async throws

  /// Ends a request whose sign-in is complete, in one atomic step (RFC 9126 §7.3).
  /// - Parameter hash: the hash of the reference.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the request is unknown.
  /// - Throws: whatever keeps the store from it; no code is given then.
  func consume(_ hash: SecretHash) async throws -> Bool
}
