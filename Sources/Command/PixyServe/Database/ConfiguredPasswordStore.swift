internal import OAuthServer

/// The users of the configuration file, followed by the users of a database.
struct ConfiguredPasswordStore: PasswordStore {
  let configured: InMemoryPasswordStore
  let others: any PasswordStore

  func account(_ username: String) async throws -> PasswordAccount? {
    if let account = try await configured.account(username) { return account }
    return try await others.account(username)
  }

  func user(_ subject: Subject) async throws -> User? {
    if let user = try await configured.user(subject) { return user }
    return try await others.user(subject)
  }

  func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    let store: any PasswordStore = try await configured.user(subject) == nil ? others : configured
    try await store.replace(old, with: new, of: subject)
  }

  /// The configuration file keeps the passwords of its users.
  func savesPasswords(of subject: Subject) async throws -> Bool { try await configured.user(subject) == nil }
}
