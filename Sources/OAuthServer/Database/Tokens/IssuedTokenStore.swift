#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the server keeps what it needs to know about the tokens it gave.
///
/// Nothing here supposes one process or one connection: ``rotate(_:to:at:)`` is one transaction,
/// and ``revoke(_:refusingUntil:)`` leaves a mark that later calls in any process see.
public protocol IssuedTokenStore: Sendable {
  /// Keeps new tokens of one grant, all or none.
  /// - Parameter tokens: those of one answer, by their hashes.
  /// - Returns: `false`, having kept nothing, if the grant was revoked.
  /// - Throws: whatever keeps the store from keeping them; none are given then.
  func save(_ tokens: [IssuedToken]) async throws -> Bool

  /// What is known about a token, whether it expired or was rotated away (``IssuedToken/spent``) or
  /// not; `nil` if it is unknown, revoked or forgotten.
  ///
  /// - Parameter hash: made by ``SecretHash/init(ofToken:)``.
  /// - Throws: whatever keeps the store from answering; the request ends with status 500, and says
  ///   nothing of the token.
  func find(_ hash: SecretHash) async throws -> IssuedToken?

  /// Spends a refresh token and keeps the tokens that replace it, in one atomic step (RFC 9700
  /// §4.14.2).
  /// - Parameters:
  ///   - spent: the hash of the refresh token.
  ///   - tokens: what replaces it.
  ///   - moment: when that is; kept with the spent token and told by
  ///     ``Rotation/alreadySpent(at:)``.
  /// - Returns: ``Rotation/rotated`` to exactly one of all callers for one refresh token. To the
  ///   others, nothing of theirs was kept.
  /// - Throws: whatever keeps the store from it; the client gets none of the tokens then.
  func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation

  /// Ends one access token: it is unknown from now on. The rest of its grant stays. No error if it
  /// is unknown already.
  ///
  /// Never called for a refresh token: a spent one that were forgotten couldn't be recognized any
  /// more.
  ///
  /// - Parameter hash: made by ``SecretHash/init(ofToken:)``.
  /// - Throws: whatever keeps the store from it; the client isn't told that the token was revoked.
  func delete(_ hash: SecretHash) async throws

  /// Ends a grant: its tokens are unknown from now on.
  /// - Parameters:
  ///   - grant: what the person allowed, with everything given for it.
  ///   - until: no token of this grant is saved before then, so that a request which is still under
  ///     way can't bring the grant back.
  /// - Throws: whatever keeps the store from it. The tokens may stay good then, which is logged.
  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws
}

/// What became of an attempt to replace a refresh token.
public enum Rotation: Sendable, Hashable {
  /// The token was spent by this call, and its replacements were kept.
  case rotated
  /// The token had been spent before, at the moment that the call which spent it gave: somebody
  /// uses a copy (RFC 9700 §4.14.2), or asks again because no answer came.
  case alreadySpent(at: Date)
  /// The token is unknown, is no refresh token, or belongs to a revoked grant.
  case unknown
}
