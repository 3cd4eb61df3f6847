#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
internal import OAuthCore
public import OAuthServer

/// The sessions of users with their browsers, in a ``SQLiteServerDatabase``.
public struct SQLiteSessionStore: SessionStore {
  let work: DatabaseWork

  /// Saves a new session.
  /// - Parameter session: The session.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ session: SessionRecord) async throws {
    let values = try session.values()
    try await work.write { database in
      _ = try database.run(
        """
        INSERT INTO sessions (cookie, subject, authenticated, context, methods, idle_until, expires, id)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, values)
    }
  }

  /// Replaces a session by one conditional update. Its sign-ins stay.
  /// - Parameters:
  ///   - session: The newer record.
  ///   - cookie: The hash of the old cookie.
  /// - Throws: ``ServerDatabaseError``.
  public func renew(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool {
    let values = try session.values()
    return try await work.write { database in
      try database.run(
        """
        UPDATE sessions SET cookie = ?, subject = ?, authenticated = ?, context = ?, methods = ?, idle_until = ?,
          expires = ? WHERE id = ? AND cookie = ?
        """, values + [.hash(cookie)]) == 1
    }
  }

  /// Returns the session with a cookie.
  /// - Parameter cookie: The hash of the cookie.
  /// - Throws: ``ServerDatabaseError``.
  public func find(cookie: SecretHash) async throws -> SessionRecord? {
    try work.find(
      """
      SELECT cookie, subject, authenticated, context, methods, idle_until, expires, id FROM sessions WHERE cookie = ?
      """, [.hash(cookie)]
    ) { try SessionRecord(&$0) }
  }

  /// Notes that a session was used.
  /// - Parameters:
  ///   - id: The session.
  ///   - idleUntil: The end of the session unless it is used before.
  /// - Throws: ``ServerDatabaseError``.
  public func touch(_ id: SessionID, idleUntil: Date) async throws {
    let values: [DatabaseValue] = [.moment(idleUntil), try .text(id.rawValue), .moment(idleUntil)]
    try await work.write {
      _ = try $0.run("UPDATE sessions SET idle_until = ? WHERE id = ? AND idle_until < ?", values)
    }
  }

  /// Notes a sign-in at a client, if the session exists.
  /// - Parameters:
  ///   - grant: The sign-in.
  ///   - id: The session.
  /// - Throws: ``ServerDatabaseError``.
  public func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool {
    let row = try SessionGrantRow(grant, of: id)
    return try await work.write { try row.insert(into: $0) }
  }

  /// Ends a session in one transaction.
  /// - Parameter id: The session.
  /// - Throws: ``ServerDatabaseError``.
  public func end(_ id: SessionID) async throws -> EndedSession? { try await end(id, refusingUntil: nil) }

  /// Ends a session and its grants in one transaction, if the tokens are in the same database.
  /// - Parameters:
  ///   - id: The session.
  ///   - tokens: The store of the grants' tokens.
  ///   - until: The end of the time in which the revoked grants get no tokens.
  /// - Throws: ``ServerDatabaseError``.
  public func end(
    _ id: SessionID, revokingIn tokens: any IssuedTokenStore, refusingUntil until: Date
  ) async throws -> EndedSession? {
    guard let tokens = tokens as? SQLiteIssuedTokenStore, tokens.work.isSame(as: work) else { return try await end(id) }
    return try await end(id, refusingUntil: until)
  }

  /// - Parameter refused: The end of the time in which the revoked grants get no tokens; `nil` to
  ///   leave the grants.
  private func end(_ id: SessionID, refusingUntil refused: Date?) async throws -> EndedSession? {
    let name = try DatabaseValue.text(id.rawValue)
    return try await work.write { database in
      let session = try database.first(
        "SELECT cookie, subject, authenticated, context, methods, idle_until, expires, id FROM sessions WHERE id = ?",
        [name]
      ) { try SessionRecord(&$0) }
      guard let session else { return nil }
      let grants = try database.all(
        "SELECT grant_id, client, is_offline FROM session_grants WHERE session = ?", [name]
      ) {
        SessionGrant(grant: try $0.grant(), clientID: try $0.text(), isOffline: try $0.integer() != 0)
      }
      if let refused {
        for grant in grants where !grant.isOffline {
          try database.revoke(grant.grant, refusingUntil: refused)
        }
      }
      // A trigger removes the sign-ins too.
      try database.run("DELETE FROM sessions WHERE id = ?", [name])
      return EndedSession(session: session, grants: grants, areGrantsRevoked: refused != nil)
    }
  }

  /// Returns the sessions of a user.
  /// - Parameter subject: The user.
  /// - Throws: ``ServerDatabaseError``.
  public func sessions(of subject: Subject) async throws -> [SessionRecord] {
    let name = try DatabaseValue.text(subject.rawValue)
    return try await work.read { database in
      try database.all(
        """
        SELECT cookie, subject, authenticated, context, methods, idle_until, expires, id FROM sessions WHERE subject = ?
        """, [name]
      ) { try SessionRecord(&$0) }
    }
  }
}

extension SessionRecord {
  /// The columns in the order of the statements, the name last.
  func values() throws -> [DatabaseValue] {
    [
      .hash(cookie), try .text(subject.rawValue), .moment(authenticated),
      try authenticationContext.map { try .text($0) } ?? .null, try .texts(authenticationMethods), .moment(idleUntil),
      .moment(expires), try .text(id.rawValue),
    ]
  }

  init(_ columns: inout Columns) throws {
    let cookie = try columns.hash()
    let subject = try columns.subject()
    let authenticated = try columns.moment()
    let context = try columns.optionalText()
    let methods = try columns.texts()
    let idleUntil = try columns.moment()
    let expires = try columns.moment()
    self.init(
      id: SessionID(rawValue: try columns.text()), cookie: cookie, subject: subject, authenticated: authenticated,
      authenticationContext: context, authenticationMethods: methods, idleUntil: idleUntil, expires: expires)
  }
}
