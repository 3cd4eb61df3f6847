public import OAuthCore

/// A directory of users whose passwords are stored as scrypt hashes.
public struct PasswordDirectory<Store: PasswordStore>: UserDirectory {
  /// The database of users and password hashes.
  public let store: Store
  /// The hasher that checks the passwords.
  public let hasher: PasswordHasher

  /// Creates a directory.
  ///
  /// - Parameters:
  ///   - store: The database of users and password hashes.
  ///   - hasher: The hasher of the process. Each new hasher has limits of its own, so use only one.
  public init(_ store: Store, hasher: PasswordHasher) {
    self.store = store
    self.hasher = hasher
  }

  /// Checks a password.
  ///
  /// The check takes the same work for unknown user names. A hash that took less work than the
  /// current cost is replaced; if that fails, the user is signed in nevertheless.
  ///
  /// The password is read again after verification, so a password changed meanwhile wins. Otherwise
  /// a thief whose check had begun before the change would get a session that the change was meant
  /// to prevent.
  /// - Throws: ``DisabledUser``; ``PasswordHashingError``; the errors of the store.
  public func authenticate(username: String, password: Secret) async throws -> Subject? {
    guard password.byteCount <= PasswordRules.mostBytes else { return nil }
    var account = try await store.account(username)
    while true {
      let outcome = try await hasher.check(password, against: account?.password)
      guard let checkedAccount = account, outcome != .wrong else { return nil }
      if case .correctWithNewHash(let new) = outcome {
        try? await store.replace(checkedAccount.password, with: new, of: checkedAccount.subject)
        account = try await store.account(username)
        if account?.password == new, account?.subject == checkedAccount.subject {
          return try await enabled(checkedAccount.subject)
        }
      } else {
        account = try await store.account(username)
      }
      if account == checkedAccount { return try await enabled(checkedAccount.subject) }
    }
  }

  /// Returns the subject of a user who isn't disabled. The user is read after the password was
  /// checked, so that the time of the answer doesn't reveal disabled users.
  /// - Throws: ``DisabledUser``; the errors of the store.
  func enabled(_ subject: Subject) async throws -> Subject {
    guard try await store.user(subject)?.isDisabled != true else { throw DisabledUser(subject) }
    return subject
  }

  /// Returns whether a user has this user name.
  ///
  /// - Throws: The errors of the store.
  public func has(username: String) async throws -> Bool { try await store.account(username) != nil }

  /// Returns the user with this subject identifier, unless the user is locked out.
  ///
  /// - Throws: The errors of the store.
  public func user(_ subject: Subject) async throws -> User? {
    guard let user = try await store.user(subject), !user.isDisabled else { return nil }
    return user
  }

  /// Returns whether an operator has locked the user out.
  ///
  /// - Throws: The errors of the store.
  public func isLockedOut(_ subject: Subject) async throws -> Bool {
    try await store.user(subject)?.isDisabled ?? false
  }
}
