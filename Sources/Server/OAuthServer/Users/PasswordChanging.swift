public import OAuthCore

/// A directory whose users can change their passwords. With it, the server has a page for that.
public protocol PasswordChanging: UserDirectory {
  /// Returns whether the directory can save a new password of this user.
  ///
  /// - Parameter subject: The signed-in user.
  /// - Throws: The directory's error.
  func canChangePassword(of subject: Subject) async throws -> Bool

  /// Replaces a user's password, if the user knows the current one.
  ///
  /// The check of the current password and the replacement are one step: a password that an operator
  /// sets meanwhile wins. It takes the same time as ``UserDirectory/authenticate(username:password:)``,
  /// and one hash more.
  ///
  /// - Parameters:
  ///   - username: The user name.
  ///   - current: The current password as typed.
  ///   - new: The new password, which ``PasswordRules`` accept.
  /// - Returns: The user; `nil`, with nothing changed, if the current password is wrong.
  /// - Throws: ``DisabledUser`` if the password is right, and the user is disabled; the directory's
  ///   error. The old password is still valid then.
  func changePassword(of username: String, from current: Secret, to new: Secret) async throws -> Subject?
}

extension PasswordDirectory: PasswordChanging {
  /// Returns whether the store saves new passwords of this user.
  ///
  /// - Throws: The errors of the store.
  public func canChangePassword(of subject: Subject) async throws -> Bool {
    try await store.savesPasswords(of: subject)
  }

  /// Replaces a user's password, if the user knows the current one.
  ///
  /// - Throws: ``DisabledUser``; ``PasswordHashingError``; the errors of the store.
  public func changePassword(of username: String, from current: Secret, to new: Secret) async throws -> Subject? {
    guard current.byteCount <= PasswordRules.mostBytes else { return nil }
    let replacement = try await hasher.hash(new)
    while true {
      let account = try await store.account(username)
      guard try await hasher.check(current, against: account?.password) != .wrong, let account else { return nil }
      let subject = try await enabled(account.subject)
      try await store.replace(account.password, with: replacement, of: subject)
      if try await store.account(username)?.password == replacement { return subject }
    }
  }
}
