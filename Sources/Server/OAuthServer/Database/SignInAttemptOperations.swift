public import FoundationBasics

/// Counts of wrong passwords, and the networks from which users have signed in.
///
/// An attempt is counted before its password is checked, and taken back if the password is right.
/// So a thousand concurrent guesses count as a thousand. Each count has a time at which it expires,
/// and may be removed after that.
public protocol SignInAttemptOperations: Sendable {
  /// Counts an attempt, unless one of its counts is full.
  ///
  /// A count that expired or doesn't exist begins at 1, and expires one window of its limit after
  /// `moment`. A count that reaches its limit with this attempt is full until one window after
  /// `moment`.
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

  /// Takes an attempt back whose password was right. Counts that a success resets are removed; the
  /// others are reduced by one.
  ///
  /// - Parameters:
  ///   - counts: The counts of the attempt.
  ///   - request: The key with which the attempt was counted. One that wasn't counted, or was taken
  ///     back, changes nothing.
  /// - Throws: Any error of the database. The user isn't signed in.
  func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws

  /// Returns whether an origin was noted with a later moment (``noteOrigin(_:until:)``).
  ///
  /// - Parameters:
  ///   - origin: The key of a user at a network.
  ///   - moment: The moment.
  /// - Throws: Any error of the database. The password isn't checked.
  func hasOrigin(_ origin: SignInAttemptKey, at moment: Date) async throws -> Bool

  /// Notes that a user has signed in from a network.
  ///
  /// - Parameters:
  ///   - origin: The key of the user at the network.
  ///   - end: The moment from which the note has no effect and may be removed.
  /// - Throws: Any error of the database. The user isn't signed in.
  func noteOrigin(_ origin: SignInAttemptKey, until end: Date) async throws
}

/// The decision whether a password may be checked.
public enum SignInAdmission: Sendable, Hashable {
  /// The password may be checked, and the attempt is counted.
  case admitted
  /// No password is checked before this moment. Nothing was counted.
  case lockedOut(until: Date)
}
