#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the server keeps what it needs to know about the tokens it gave.
///
/// Nothing here supposes one process or one connection: ``rotate(_:to:)`` is one transaction, and ``revoke(_:refusingUntil:)``
/// leaves a mark that later calls in any process see.
public protocol IssuedTokenStore: Sendable {
  /// Keeps new tokens of one grant, all or none.
  /// - Returns: `false`, having kept nothing, if the grant was revoked.
  func save(_ tokens: [IssuedToken]) async throws -> Bool

  /// What is known about a token, whether it expired or was rotated away or not; `nil` if it is unknown, revoked or
  /// forgotten.
  func find(_ hash: SecretHash) async throws -> IssuedToken?

  /// Spends a refresh token and keeps the tokens that replace it, in one atomic step (RFC 9700 §4.14.2).
  /// - Returns: ``Rotation/rotated`` to exactly one of all callers for one refresh token. To the others, nothing of
  ///   theirs was kept.
  func rotate(_ spent: SecretHash, to tokens: [IssuedToken]) async throws -> Rotation

  /// Ends a grant: its tokens are unknown from now on.
  /// - Parameters:
  ///   - grant: what the person allowed, with everything given for it.
  ///   - until: no token of this grant is saved before then, so that a request which is still under way can't bring the
  ///     grant back.
  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws
}

/// What became of an attempt to replace a refresh token.
public enum Rotation: Sendable, Hashable {
  /// The token was spent by this call, and its replacements were kept.
  case rotated
  /// The token had been spent before: somebody uses a copy (RFC 9700 §4.14.2).
  case alreadySpent
  /// The token is unknown, is no refresh token, or belongs to a revoked grant.
  case unknown
}
