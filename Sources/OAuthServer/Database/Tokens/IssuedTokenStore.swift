#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of the tokens that the server issued.
///
/// Several processes and connections may share a store: ``rotate(_:to:at:)`` is one transaction,
/// and ``revoke(_:refusingUntil:)`` leaves a mark that later calls in any process see.
public protocol IssuedTokenStore: Sendable {
  /// Saves new tokens of one grant, all or none.
  /// - Parameter tokens: The tokens of one answer, with their hashes.
  /// - Returns: `false`, with nothing saved, if the grant was revoked.
  /// - Throws: The store's error. No tokens are issued then.
  func save(_ tokens: [IssuedToken]) async throws -> Bool

  /// Returns the record of a token, even if it expired or was rotated (``IssuedToken/spent``);
  /// `nil` if it is unknown, revoked or deleted.
  ///
  /// - Parameter hash: A hash of ``SecretHash/init(ofToken:)``.
  /// - Throws: The store's error. The request is answered with status 500, and reveals nothing
  ///   about the token.
  func find(_ hash: SecretHash) async throws -> IssuedToken?

  /// Spends a refresh token and saves the tokens that replace it, in one atomic step (RFC 9700
  /// §4.14.2).
  /// - Parameters:
  ///   - spent: The hash of the refresh token.
  ///   - tokens: The tokens that replace it.
  ///   - moment: The time of the rotation, which is saved with the spent token and returned by
  ///     ``Rotation/alreadySpent(at:)``.
  /// - Returns: ``Rotation/rotated`` to exactly one of all callers for one refresh token. The
  ///   tokens of the others are not saved.
  /// - Throws: The store's error. The client gets no tokens then.
  func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation

  /// Deletes one access token. The rest of its grant stays. Deleting an unknown token is no error.
  ///
  /// It is never called for a refresh token: the reuse of a deleted one could not be detected.
  ///
  /// - Parameter hash: A hash of ``SecretHash/init(ofToken:)``.
  /// - Throws: The store's error. The client gets an error then.
  func delete(_ hash: SecretHash) async throws

  /// Ends a grant. From now on ``find(_:)`` returns `nil` for all of its tokens.
  /// - Parameters:
  ///   - grant: The grant of one approval.
  ///   - until: The time until which new tokens of this grant are rejected, so that a request in
  ///     progress can't revive the grant.
  /// - Throws: The store's error. The tokens may stay valid then, which is logged.
  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws
}

/// The result of replacing a refresh token.
public enum Rotation: Sendable, Hashable {
  /// The token was spent by this call, and its replacements were saved.
  case rotated
  /// The token was spent before, at this time. A copy is in use (RFC 9700 §4.14.2), or the client
  /// repeats a request whose answer was lost.
  case alreadySpent(at: Date)
  /// The token is unknown, is no refresh token, or belongs to a revoked grant.
  case unknown
}
