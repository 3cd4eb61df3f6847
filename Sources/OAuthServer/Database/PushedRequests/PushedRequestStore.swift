#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of pushed authorization requests that wait for their sign-in (RFC 9126).
///
/// Several processes and connections may share a store: ``consume(_:)`` is one conditional
/// deletion, ``extend(_:until:)`` one conditional update, and all other methods only read or write.
/// `PushedRequestStoreCompatibility` in `OAuthTestSupport` checks these rules.
public protocol PushedRequestStore: Sendable {
  /// Saves a new request. The client gets the reference only after this method has returned.
  ///
  /// - Parameter record: The request, with the hash of its reference.
  /// - Throws: The store's error. The client gets no reference then.
  func save(_ record: PushedRequestRecord) async throws

  /// Returns a request; `nil` if it is unknown, consumed or deleted. A store need not check the
  /// time.
  ///
  /// Reading consumes nothing: a user may reload the sign-in page, and return after a wrong
  /// password.
  ///
  /// - Parameter hash: The hash of the reference.
  /// - Throws: The store's error. The sign-in ends with an error page then.
  func find(_ hash: SecretHash) async throws -> PushedRequestRecord?

  /// Extends the life of a request, because a sign-in began with it. It changes nothing if the
  /// request is unknown or lives longer already.
  /// - Parameters:
  ///   - hash: The hash of the reference.
  ///   - moment: The new ``PushedRequestRecord/completableUntil``.
  /// - Throws: The store's error. The sign-in ends with an error page then.
  func extend(_ hash: SecretHash, until moment: Date) async throws

  /// Deletes a request whose sign-in is complete, in one atomic step (RFC 9126 §7.3).
  /// - Parameter hash: The hash of the reference.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the request is unknown.
  /// - Throws: The store's error. No code is issued then.
  func consume(_ hash: SecretHash) async throws -> Bool
}
