/// Where people and what is kept of their passwords are looked up: what a ``PasswordDirectory`` needs of a database.
public protocol PasswordStore: Sendable {
  /// Who has this user name, and the hash of their password; `nil` if nobody has it.
  ///
  /// User names are compared octet for octet: wrong passwords are counted by a name's octets, and a name with accents that could be
  /// written in several ways would have as many counts.
  ///
  /// - Parameter username: as it was typed.
  /// - Throws: whatever keeps the store from answering; nobody is signed in then.
  func account(_ username: String) async throws -> PasswordAccount?

  /// What is known about a person, or `nil` if they have no account any more.
  ///
  /// - Parameter subject: the person.
  /// - Throws: whatever keeps the store from answering.
  func user(_ subject: Subject) async throws -> User?

  /// Keeps a hash in place of another one, in one step: nothing changes if the person has a new password meanwhile.
  /// - Parameters:
  ///   - old: what the person's hash still has to be.
  ///   - new: what it becomes.
  ///   - subject: whose.
  /// - Throws: whatever keeps the store from it; the old hash stays, and the person is signed in all the same.
  func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws
}

/// Somebody with a password.
public struct PasswordAccount: Sendable, Hashable {
  /// Who they are.
  public let subject: Subject
  /// What is kept of their password.
  public let password: PasswordHash

  /// Puts them together.
  ///
  /// - Parameters:
  ///   - subject: who they are.
  ///   - password: the hash that ``PasswordHasher/hash(_:)`` made.
  public init(subject: Subject, password: PasswordHash) {
    self.subject = subject
    self.password = password
  }
}
