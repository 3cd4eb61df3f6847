public import OAuthCore

/// People who sign in with passwords that are kept as scrypt hashes.
public struct PasswordDirectory<Store: PasswordStore>: UserDirectory {
  /// Where the people are.
  public let store: Store
  /// What checks their passwords.
  public let hasher: PasswordHasher

  /// A password with more octets is nobody's: whatever longer thing is sent wasn't typed.
  public static var maximumPasswordOctets: Int { 1_024 }

  /// Puts them together.
  ///
  /// - Parameters:
  ///   - store: where the people are.
  ///   - hasher: what checks their passwords: the one of the process, since each one made anew has a bound of its own.
  public init(_ store: Store, hasher: PasswordHasher) {
    self.store = store
    self.hasher = hasher
  }

  /// Checks a password, with the same work for names that nobody has. Keeps a new hash where the old one took less work
  /// than is due now; if that fails the person is signed in all the same.
  /// - Throws: ``PasswordHashingError``; what the store throws.
  public func authenticate(username: String, password: Secret) async throws -> Subject? {
    guard password.reveal().utf8.count <= Self.maximumPasswordOctets else { return nil }
    let account = try await store.account(username)
    switch try await hasher.check(password, against: account?.password) {
    case .wrong: return nil
    case .right: return account?.subject
    case .rightWithNewHash(let new):
      guard let account else { return nil }
      try? await store.replace(account.password, with: new, of: account.subject)
      return account.subject
    }
  }

  /// The person with this subject identifier.
  ///
  /// - Throws: what the store throws.
  public func user(_ subject: Subject) async throws -> User? {
    try await store.user(subject)
  }
}
