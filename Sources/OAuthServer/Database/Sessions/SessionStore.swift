#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The store of the users' sessions.
///
/// Several processes and connections may share a store: every method is one statement or one
/// transaction. A store keeps only hashes of cookies. It may delete an ended session
/// (``SessionRecord/isLive(at:)``) with its grants at any time. Until then it may still return the
/// session: the server checks the times itself.
///
/// `SessionStoreCompatibility` in `OAuthTestSupport` checks these rules.
public protocol SessionStore: Sendable {
  /// Saves a new session. Its cookie is sent only after this method has returned.
  ///
  /// - Parameter session: The new session, with the hash of its cookie.
  /// - Throws: The store's error. No cookie is sent then.
  func save(_ session: SessionRecord) async throws

  /// Replaces a session by a newer record with the same identifier, because the user signed in
  /// again. The old cookie becomes invalid, and the grants stay.
  /// - Parameters:
  ///   - session: The newer record.
  ///   - cookie: The hash of the session's old cookie.
  /// - Returns: `false`, with nothing changed, if the session has ended or has another cookie: of
  ///   two concurrent sign-ins one wins.
  /// - Throws: The store's error. No cookie is sent then.
  func renew(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool

  /// Returns the session with this cookie; `nil` if there is none.
  ///
  /// - Parameter cookie: The hash of the cookie's secret.
  /// - Throws: The store's error. The sign-in ends with an error page then.
  func find(cookie: SecretHash) async throws -> SessionRecord?

  /// Records that a session was used.
  /// - Parameters:
  ///   - id: The session. An ended one changes nothing.
  ///   - idleUntil: The time when the session ends unless it is used before. An earlier time than
  ///     the current one changes nothing.
  /// - Throws: The store's error. The sign-in ends with an error page then.
  func touch(_ id: SessionID, idleUntil: Date) async throws

  /// Adds a sign-in at a client to a session.
  /// - Parameters:
  ///   - grant: The sign-in at the client.
  ///   - id: The session.
  /// - Returns: `false`, with nothing saved, if the session has ended: nothing may be issued for
  ///   the grant.
  /// - Throws: The store's error. Nothing is issued for the grant then.
  func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool

  /// Ends and deletes a session, in one atomic step.
  /// - Parameter id: The session.
  /// - Returns: The session and its grants to exactly one of all callers, in any number of tasks
  ///   and processes; `nil` to all others, and if there is none.
  /// - Throws: The store's error. The session may still exist then.
  func end(_ id: SessionID) async throws -> EndedSession?

  /// Ends a session as ``end(_:)`` does, and revokes its grants that aren't offline in the same
  /// step, if both are in one database. A crash in between would orphan tokens.
  ///
  /// A store with another database need not implement this method: the server then revokes the
  /// grants afterwards.
  /// - Parameters:
  ///   - id: The session.
  ///   - tokens: The store of the grants' tokens.
  ///   - until: The time until which new tokens of the grants are rejected.
  /// - Returns: The result of ``end(_:)``, which says whether the grants were revoked.
  /// - Throws: The store's error. The session may still exist then.
  func end(
    _ id: SessionID, revokingIn tokens: any IssuedTokenStore, refusingUntil until: Date
  ) async throws -> EndedSession?

  /// Returns the sessions of a user in all browsers, in any order. Ended sessions may be among
  /// them.
  ///
  /// - Parameter subject: The user.
  /// - Throws: The store's error. ``AuthorizationServer/endSessions(of:)`` throws the same error.
  func sessions(of subject: Subject) async throws -> [SessionRecord]
}

extension SessionStore {
  /// Ends the session, and leaves its grants to the server.
  /// - Parameters:
  ///   - id: The session.
  ///   - tokens: Ignored.
  ///   - until: Ignored.
  /// - Throws: The errors of ``end(_:)``.
  public func end(
    _ id: SessionID, revokingIn tokens: any IssuedTokenStore, refusingUntil until: Date
  ) async throws -> EndedSession? {
    try await end(id)
  }
}
