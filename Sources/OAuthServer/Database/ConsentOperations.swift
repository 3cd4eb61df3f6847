/// The consents of users to clients, which save them from being asked again.
public protocol ConsentOperations: Sendable {
  /// Returns what a user has allowed a client; `nil` if nothing.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier.
  /// - Throws: Any error of the database. The sign-in ends with an error.
  func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord?

  /// Adds to what a user has allowed a client (``ConsentRecord/adding(_:)``).
  ///
  /// - Parameter consent: What the user has just allowed.
  /// - Throws: Any error of the database. The client gets no code.
  func addConsent(_ consent: ConsentRecord) async throws

  /// Returns everything that a user has allowed, in any order: for a page where users manage it.
  ///
  /// - Parameter subject: The user.
  /// - Throws: Any error of the database.
  func consents(of subject: Subject) async throws -> [ConsentRecord]

  /// Removes what a user has allowed a client, so that the user is asked again. Tokens stay valid
  /// until they are revoked.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier. One without a consent is no error.
  /// - Throws: Any error of the database.
  func removeConsent(of subject: Subject, to clientID: String) async throws
}
