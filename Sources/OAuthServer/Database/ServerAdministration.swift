#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// The administration of a server's database by its operator: clients, users, and the issuer's
/// name.
///
/// It stands beside ``ServerDatabase``, because a running server calls none of it. The functions
/// have no request key: an operator whose command failed gives it again. A returned `Bool` is about
/// that call alone.
public protocol ServerAdministration: ClientAdministration, UserAdministration {
  /// Returns the issuer that the server had when it ran last; `nil` if none ever ran.
  ///
  /// - Throws: Any error of the database.
  func issuer() async throws -> Issuer?

  /// Saves the issuer, for commands that do something in the server's name. Sessions and tokens
  /// stay as they are.
  ///
  /// - Parameter issuer: The issuer, in place of the one before.
  /// - Throws: Any error of the database.
  func saveIssuer(_ issuer: Issuer) async throws
}

/// The applications that an operator registers. The server looks them up as a ``ClientStore``.
public protocol ClientAdministration: ClientStore {
  /// Saves a client, in place of one with the same identifier.
  ///
  /// - Parameter client: The client.
  /// - Throws: Any error of the database.
  func saveClient(_ client: RegisteredClient) async throws

  /// Removes a client with everything that it was given: codes, tokens, pushed requests, device
  /// authorizations, sign-ins and consents. A client that is added later under the same name
  /// inherits nothing.
  ///
  /// Its codes and tokens can't be used from the first moment on. Removing them may read whole
  /// tables. If that is interrupted, removing the client again does the rest.
  ///
  /// - Parameter id: The client's identifier.
  /// - Returns: Whether this call removed the client.
  /// - Throws: Any error of the database; `CancellationError` if the task is cancelled before all
  ///   is removed.
  func removeClient(_ id: String) async throws -> Bool

  /// Returns all clients that an operator registered, by identifier.
  ///
  /// - Throws: Any error of the database.
  func allClients() async throws -> [RegisteredClient]

  /// Returns all clients that registered themselves and whose time isn't over, by identifier.
  ///
  /// - Parameter moment: The present time.
  /// - Throws: Any error of the database.
  func allRegistrations(at moment: Date) async throws -> [RegisteredClient]
}

/// The users with passwords. A ``PasswordDirectory`` looks them up as a ``PasswordStore``.
public protocol UserAdministration: PasswordStore {
  /// Adds a user.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - password: The hash that `PasswordHasher` made of the password.
  /// - Returns: `false`, with nothing changed, if another user has the user name or the subject.
  /// - Throws: Any error of the database.
  func addUser(_ user: User, password: PasswordHash) async throws -> Bool

  /// Replaces what is known about a user. The password stays as it is.
  ///
  /// - Parameter user: The new values; subject and user name say whose.
  /// - Returns: `false`, with nothing changed, if there is no user with this subject and user name.
  /// - Throws: Any error of the database.
  func changeUser(_ user: User) async throws -> Bool

  /// Removes a user with everything that was allowed in the user's name. A user that is added later
  /// with the same subject inherits nothing.
  ///
  /// Nothing of it can be used from the first moment on, and the user has no session. End the
  /// sessions before, which tells clients, and call ``endGrants(of:)``: if that is interrupted, the
  /// user is still there and it can be called again.
  ///
  /// - Parameter username: The user name.
  /// - Returns: Whether this call removed the user.
  /// - Throws: Any error of the database; `CancellationError` if the task is cancelled before all
  ///   is removed.
  func removeUser(_ username: String) async throws -> Bool

  /// Ends all that a user allowed, of every client: codes, tokens and consents. The user is asked
  /// again.
  ///
  /// It may read all tokens. Resources that validate JWT access tokens by themselves accept them
  /// until they expire. A user with a session gets new tokens: end the sessions before.
  ///
  /// - Parameter subject: The user.
  /// - Throws: Any error of the database; `CancellationError` if the task is cancelled before all
  ///   is ended.
  func endGrants(of subject: Subject) async throws

  /// Returns all users, by user name.
  ///
  /// - Throws: Any error of the database.
  func allUsers() async throws -> [User]
}
