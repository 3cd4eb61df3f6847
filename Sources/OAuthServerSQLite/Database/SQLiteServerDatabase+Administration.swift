#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
public import OAuthServer

extension SQLiteServerDatabase: ServerAdministration {
  /// Returns the client with an identifier.
  public func client(_ id: String) async throws -> RegisteredClient? { try await clients.client(id) }

  /// Saves a client.
  public func saveClient(_ client: RegisteredClient) async throws { try await clients.save(client) }

  /// Removes a client with everything that was issued to it, a thousand rows in each transaction.
  public func removeClient(_ id: String) async throws -> Bool { try await clients.remove(id) }

  /// Returns all clients that an operator registered.
  public func allClients() async throws -> [RegisteredClient] { try await clients.clients() }

  /// Returns all clients that registered themselves.
  public func allRegistrations(at moment: Date) async throws -> [RegisteredClient] {
    try await registrations.clients(at: moment)
  }

  /// Returns the account with a user name.
  public func account(_ username: String) async throws -> PasswordAccount? { try await people.account(username) }

  /// Returns the user with a subject identifier.
  public func user(_ subject: Subject) async throws -> User? { try await people.user(subject) }

  /// Replaces a password's hash.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    try await people.replace(old, with: new, of: subject)
  }

  /// Adds a user.
  public func addUser(_ user: User, password: PasswordHash) async throws -> Bool {
    try await people.add(user, password: password)
  }

  /// Replaces a user's name, picture, email address and claims.
  public func changeUser(_ user: User) async throws -> Bool { try await people.change(user) }

  /// Removes a user with everything that was allowed in the user's name, a thousand rows in each
  /// transaction.
  public func removeUser(_ username: String) async throws -> Bool { try await people.remove(username) }

  /// Ends all that a user allowed, a thousand rows in each transaction.
  public func endGrants(of subject: Subject) async throws { try await people.endGrants(of: subject) }

  /// Returns all users.
  public func allUsers() async throws -> [User] { try await people.users() }

  /// Saves the issuer.
  public func saveIssuer(_ issuer: Issuer) async throws { try await keep(issuer) }
}
