/// The store of what users have allowed.
///
/// Several processes and connections may share a store: every method is one statement or one
/// transaction. `ConsentStoreCompatibility` in `OAuthTestSupport` checks these rules.
public protocol ConsentStore: Sendable {
  /// Returns the permissions that a user has given a client; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier.
  /// - Throws: The store's error. The sign-in ends with an error page then.
  func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord?

  /// Adds to the permissions that a user has given a client (``ConsentRecord/adding(_:)``), in one
  /// atomic step: no concurrent addition is lost.
  ///
  /// - Parameter consent: The new permissions.
  /// - Throws: The store's error. The sign-in ends with an error page then, and no code is issued.
  func add(_ consent: ConsentRecord) async throws

  /// Returns all permissions that a user has given, in any order. The server doesn't call it: it is
  /// for a page on which users manage their permissions.
  ///
  /// - Parameter subject: The user.
  /// - Throws: The store's error.
  func consents(of subject: Subject) async throws -> [ConsentRecord]

  /// Deletes the permissions that a user has given a client, so that the user is asked again.
  /// Issued tokens stay valid: revoke them too if they must end. Deleting unknown permissions is no
  /// error.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client's identifier.
  /// - Throws: The store's error.
  func revoke(of subject: Subject, to clientID: String) async throws
}
