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
  ///
  /// A check takes its time. What counts is the password that is somebody's when it ends: who replaces a stolen one and ends the sessions
  /// then would miss the session of a thief whose check had begun before.
  /// - Throws: ``PasswordHashingError``; what the store throws.
  public func authenticate(username: String, password: Secret) async throws -> Subject? {
    guard password.reveal().utf8.count <= Self.maximumPasswordOctets else { return nil }
    var account = try await store.account(username)
    while true {
      let outcome = try await hasher.check(password, against: account?.password)
      guard let checked = account, outcome != .wrong else { return nil }
      if case .rightWithNewHash(let new) = outcome {
        try? await store.replace(checked.password, with: new, of: checked.subject)
        account = try await store.account(username)
        if account?.password == new, account?.subject == checked.subject { return checked.subject }
      } else {
        account = try await store.account(username)
      }
      if account == checked { return checked.subject }
    }
  }

  /// The person with this subject identifier.
  ///
  /// - Throws: what the store throws.
  public func user(_ subject: Subject) async throws -> User? {
    try await store.user(subject)
  }
}
