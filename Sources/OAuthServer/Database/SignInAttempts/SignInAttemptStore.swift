#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where wrong passwords are counted.
///
/// An attempt is counted before its password is looked at, and taken back if the password is right:
/// a thousand guesses that come at once are a thousand guesses. Nothing here supposes one process
/// or one connection; each method is one transaction. Every key has a number and a moment until
/// which it holds, and may be forgotten after it.
public protocol SignInAttemptStore: Sendable {
  /// Counts an attempt, unless one of its counts is full.
  ///
  /// A count that doesn't hold any more, or isn't there, begins at 1 and holds for its limit's
  /// window from `moment` on. A count that reaches its limit with this attempt holds for its window
  /// from `moment` on: until then it is full.
  /// - Parameters:
  ///   - counts: what the attempt is held against, each key once.
  ///   - moment: the server's time.
  /// - Returns: ``SignInAdmission/lockedOut(until:)`` with the latest moment of the full counts,
  ///   having changed none; otherwise ``SignInAdmission/admitted``, having changed all.
  /// - Throws: whatever keeps the store from counting; no password is looked at then.
  func admit(_ counts: [SignInCount], at moment: Date) async throws -> SignInAdmission

  /// Takes an attempt back whose password was right: counts that are forgotten by success are gone,
  /// the others are one less, and not less than nothing. A key that isn't there is passed over.
  ///
  /// - Parameter counts: those that the attempt was held against.
  /// - Throws: whatever keeps the store from it; the person isn't signed in then.
  func succeed(_ counts: [SignInCount]) async throws
}
