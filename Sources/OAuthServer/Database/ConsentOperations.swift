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
}
