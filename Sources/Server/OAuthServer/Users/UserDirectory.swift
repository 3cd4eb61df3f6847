public import OAuthCore

/// The directory of users who can sign in, and of the claims about them.
public protocol UserDirectory: Sendable {
  /// Checks the user name and password that a user typed on the sign-in page.
  ///
  /// An implementation must take the same time for an unknown user name as for a wrong password:
  /// otherwise the time reveals which accounts exist. Wrong passwords are counted by the bytes of
  /// the lowercase user name. A directory that accepts several such spellings of one name gives
  /// attackers one count for each.
  /// - Parameters:
  ///   - username: The user name as typed.
  ///   - password: The password as typed, of any length that a form can have.
  /// - Returns: The user, or `nil` if the user name is unknown or the password is wrong. Not even
  ///   an error may reveal which.
  /// - Throws: ``DisabledUser`` if the password is right, and the user is disabled; the directory's
  ///   error. The sign-in fails then.
  func authenticate(username: String, password: Secret) async throws -> Subject?

  /// Returns whether a user has this user name. The audit log keeps only user names that exist,
  /// because users sometimes type their password in the wrong field.
  ///
  /// - Parameter username: The user name as typed.
  /// - Returns: Default: `false`; the audit log then has no user names of failed sign-ins.
  /// - Throws: The directory's error. The sign-in fails then.
  func has(username: String) async throws -> Bool

  /// Returns a user, or `nil` if the account no longer exists: the user's tokens then stop working
  /// at the UserInfo endpoint.
  ///
  /// - Parameter subject: A result of ``authenticate(username:password:)``.
  /// - Throws: The directory's error. The request is answered with status 500 or `server_error`.
  func user(_ subject: Subject) async throws -> User?

  /// Returns whether a user that ``user(_:)`` doesn't return is only locked out. The user's grants are
  /// refused meanwhile, and stay.
  ///
  /// - Parameter subject: The subject of a grant.
  /// - Returns: Default: `false`; the grants of such a user end.
  /// - Throws: The directory's error.
  func isLockedOut(_ subject: Subject) async throws -> Bool
}

extension UserDirectory {
  /// Always `false`.
  public func isLockedOut(_ subject: Subject) async throws -> Bool { false }

  /// Always `false`.
  public func has(username: String) async throws -> Bool { false }
}
