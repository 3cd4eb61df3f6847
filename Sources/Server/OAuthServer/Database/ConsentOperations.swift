/// The permissions that users have given clients, so that the users aren't asked for them again.
public protocol ConsentOperations: Sendable {
  /// Returns the permissions that a user has given a client; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier.
  /// - Throws: Any error of the database. The sign-in ends with an error.
  func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord?

  /// Adds to the permissions that a user has given a client (``ConsentRecord/adding(_:)``).
  ///
  /// - Parameter consent: The permissions that the user has just given.
  /// - Throws: Any error of the database. The client gets no code.
  func addConsent(_ consent: ConsentRecord) async throws

  /// Returns all permissions that a user has given, in any order, for a page where users manage
  /// them.
  ///
  /// - Parameter subject: The user.
  /// - Throws: Any error of the database.
  func consents(of subject: Subject) async throws -> [ConsentRecord]

  /// Removes the permissions that a user has given a client, so that the user is asked again.
  /// Tokens stay valid until they are revoked.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier. One without a consent is no error.
  /// - Throws: Any error of the database.
  func removeConsent(of subject: Subject, to clientID: String) async throws

  /// Ends everything that a user allowed to one client or to all: codes, tokens and consents.
  /// Clients have to ask the user again.
  ///
  /// It may read all tokens. Resources that validate JWT access tokens by themselves accept them
  /// until they expire. End the user's sessions first: a session can be used to get new tokens.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier; `nil` for all clients.
  /// - Throws: Any error of the database; `CancellationError` if the task is cancelled before all
  ///   is ended.
  func endGrants(of subject: Subject, to clientID: String?) async throws
}
