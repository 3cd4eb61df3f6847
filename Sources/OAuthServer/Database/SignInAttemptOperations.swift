#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Counts of wrong passwords.
///
/// An attempt is counted before its password is checked, and taken back if the password is right: a
/// thousand guesses that come at once are a thousand guesses. Every count has a moment until which
/// it holds, and may be removed after it.
public protocol SignInAttemptOperations: Sendable {
  /// Counts an attempt, unless one of its counts is full.
  ///
  /// A count that no longer holds, or isn't there, begins at 1 and holds for its limit's window
  /// from `moment` on. A count that reaches its limit with this attempt holds for its window from
  /// `moment` on: until then it is full.
  ///
  /// - Parameters:
  ///   - counts: The counts of the attempt, each key once.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request, under which the attempt is counted once.
  /// - Returns: ``SignInAdmission/lockedOut(until:)`` with the latest moment of the full counts,
  ///   with nothing changed; otherwise ``SignInAdmission/admitted``.
  /// - Throws: Any error of the database. The password isn't checked.
  func admitSignIn(
    _ counts: [SignInCount], at moment: Date, request: RequestKey
  ) async throws -> SignInAdmission

  /// Takes an attempt back whose password was right. Counts that a success forgets are removed, the
  /// others become one less.
  ///
  /// - Parameters:
  ///   - counts: The counts of the attempt.
  ///   - request: The key with which the attempt was counted. One that wasn't counted, or was taken
  ///     back, changes nothing.
  /// - Throws: Any error of the database. The user isn't signed in.
  func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws
}
