#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the server remembers who is signed in with which browser.
///
/// Nothing here supposes one process or one connection: every method is one statement or one
/// transaction. Only hashes of cookies are kept. A session that is over
/// (``SessionRecord/isLive(at:)``) may be forgotten at any time, with its grants; until then a
/// store may still give it, and the server looks at its times itself.
///
/// `SessionStoreCompatibility` in `OAuthTestSupport` checks all of this.
public protocol SessionStore: Sendable {
  /// Keeps a new session. Its cookie is sent only after this returned.
  ///
  /// - Parameter session: the new session, by the hash of its cookie.
  /// - Throws: whatever keeps the store from keeping it; no cookie is sent then.
  func save(_ session: SessionRecord) async throws

  /// Replaces a session by a newer record of the same name, because its person signed in again: the
  /// old cookie means nothing from now on. Its grants stay.
  /// - Parameters:
  ///   - session: the newer record.
  ///   - cookie: the hash of the cookie that the session had.
  /// - Returns: `false`, having changed nothing, if the session has ended or has another cookie by
  ///   now: of two sign-ins at once one wins.
  /// - Throws: whatever keeps the store from it; no cookie is sent then.
  func renew(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool

  /// The session with this cookie; `nil` if there is none.
  ///
  /// - Parameter cookie: the hash of the cookie's secret.
  /// - Throws: whatever keeps the store from answering; the sign-in ends with an error then.
  func find(cookie: SecretHash) async throws -> SessionRecord?

  /// Remembers that a session was used.
  /// - Parameters:
  ///   - id: the session; nothing happens if it has ended.
  ///   - idleUntil: from when on it is over unless it is used before. An earlier moment than the
  ///     one it has changes nothing.
  /// - Throws: whatever keeps the store from it; the sign-in ends with an error then.
  func touch(_ id: SessionID, idleUntil: Date) async throws

  /// Remembers that a session's person signed in at a client.
  /// - Parameters:
  ///   - grant: the sign-in at the client.
  ///   - id: the session.
  /// - Returns: `false`, having kept nothing, if the session has ended: what would be given for the
  ///   grant must not be given.
  /// - Throws: whatever keeps the store from keeping it; nothing is given for the grant then.
  func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool

  /// Ends a session and forgets it, in one atomic step.
  /// - Parameter id: the session.
  /// - Returns: the session and its grants to exactly one of all callers, in any number of tasks
  ///   and processes; `nil` to all others, and if there is none.
  /// - Throws: whatever keeps the store from it; the session must be taken to go on.
  func end(_ id: SessionID) async throws -> EndedSession?

  /// Ends a session as ``end(_:)`` does, and revokes its grants that aren't offline in the same
  /// step, if both are in one database: a server that dies in between would leave tokens that
  /// nobody could find any more.
  ///
  /// Stores that can't needn't implement it; the server revokes the grants afterwards then.
  /// - Parameters:
  ///   - id: the session.
  ///   - tokens: where the tokens of the grants are.
  ///   - until: until when tokens of the grants that are made just now must be refused.
  /// - Returns: as ``end(_:)``; it says whether the grants were revoked.
  /// - Throws: whatever keeps the store from it; the session must be taken to go on.
  func end(
    _ id: SessionID, revokingIn tokens: any IssuedTokenStore, refusingUntil until: Date
  ) async throws -> EndedSession?

  /// The sessions of a person, with all their browsers, in any order; those that are over may be
  /// among them.
  ///
  /// - Parameter subject: the person.
  /// - Throws: whatever keeps the store from answering; ``AuthorizationServer/endSessions(of:)``
  ///   throws the same.
  func sessions(of subject: Subject) async throws -> [SessionRecord]
}

extension SessionStore {
  /// Ends the session, and leaves its grants to the server.
  /// - Parameters:
  ///   - id: the session.
  ///   - tokens: not looked at.
  ///   - until: not looked at.
  /// - Throws: what ``end(_:)`` throws.
  public func end(
    _ id: SessionID, revokingIn tokens: any IssuedTokenStore, refusingUntil until: Date
  ) async throws -> EndedSession? {
    try await end(id)
  }
}
