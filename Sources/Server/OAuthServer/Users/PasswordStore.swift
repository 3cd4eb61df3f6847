/// The database of a ``PasswordDirectory``: looks up users and their password hashes.
public protocol PasswordStore: Sendable {
  /// Returns the user with a user name, and the user's password hash; `nil` if there is none.
  ///
  /// Compare user names byte by byte. Wrong passwords are counted for the bytes of a name, so a
  /// name with accents that could be written in several ways would have several counts.
  ///
  /// - Parameter username: The user name as typed.
  /// - Throws: The store's error. The sign-in fails then.
  func account(_ username: String) async throws -> PasswordAccount?

  /// Returns a user, or `nil` if the account no longer exists.
  ///
  /// - Parameter subject: The user's subject identifier.
  /// - Throws: The store's error.
  func user(_ subject: Subject) async throws -> User?

  /// Replaces a password hash in one atomic step; changes nothing if the user has a new password
  /// meanwhile.
  /// - Parameters:
  ///   - old: The hash that must still be stored.
  ///   - new: The new hash of the same password.
  ///   - subject: The user.
  /// - Throws: The store's error. The old hash stays, and the sign-in succeeds nevertheless.
  func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws

  /// Returns whether a new password of this user outlives the process, so that the user may change it.
  ///
  /// - Parameter subject: The user's subject identifier.
  /// - Returns: Default: `true`.
  /// - Throws: The store's error.
  func savesPasswords(of subject: Subject) async throws -> Bool
}

extension PasswordStore {
  /// Always `true`.
  public func savesPasswords(of subject: Subject) async throws -> Bool { true }
}

/// A user's subject identifier and password hash.
public struct PasswordAccount: Sendable, Hashable {
  /// The user's subject identifier.
  public let subject: Subject
  /// The hash of the user's password.
  public let password: PasswordHash

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - subject: The user's subject identifier.
  ///   - password: The hash that ``PasswordHasher/hash(_:)`` computed.
  public init(subject: Subject, password: PasswordHash) {
    self.subject = subject
    self.password = password
  }
}
