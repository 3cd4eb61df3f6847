#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The counts of wrong passwords.
///
/// An attempt is counted before its password is checked, and taken back if the password is right:
/// concurrent guesses must all be counted. Several processes and connections may share a store:
/// each method is one transaction. Every key has a count and a time until which it holds, and may
/// be deleted after that time.
public protocol SignInAttemptStore: Sendable {
  /// Counts an attempt, unless one of its counts is full.
  ///
  /// A count that expired or doesn't exist begins at 1, and expires one window of its limit after
  /// `moment`. A count that reaches its limit with this attempt is full until one window after
  /// `moment`.
  /// - Parameters:
  ///   - counts: The counts of the attempt, each key once.
  ///   - moment: The server's time.
  /// - Returns: ``SignInAdmission/lockedOut(until:)`` with the latest time of the full counts, with
  ///   nothing changed; otherwise ``SignInAdmission/admitted``, with all counts changed.
  /// - Throws: The store's error. No password is checked then.
  func admit(_ counts: [SignInCount], at moment: Date) async throws -> SignInAdmission

  /// Takes back an attempt whose password was right. Counts that end with a success are deleted;
  /// the others decrease by one, but not below 0. Missing keys are ignored.
  ///
  /// - Parameter counts: The counts of the attempt.
  /// - Throws: The store's error. The user isn't signed in then.
  func succeed(_ counts: [SignInCount]) async throws
}
