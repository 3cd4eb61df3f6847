public import FoundationBasics
public import OAuthServer

// A session that was ended stays in its table, marked, until the request that ended it can't come
// again. A sweep removes it then, with its sign-ins.
extension SQLServerDatabase {
  /// Returns the session with a cookie.
  public func session(cookie: SecretHash) async throws -> UserSessionRecord? {
    try await work.find(
      """
      SELECT \(UserSessionRecord.columns) FROM sessions
        WHERE cookie = ? AND ended_at IS NULL
      """, [.hash(cookie)]
    ) { try UserSessionRecord(&$0) }
  }

  /// Saves a new session.
  public func startSession(_ session: UserSessionRecord) async throws {
    let values = try session.values()
    try await work.write(locking: []) { database in
      try database.perform(
        """
        INSERT INTO sessions (\(UserSessionRecord.columns))
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """, values)
    }
  }

  /// Replaces a session by one conditional update. Its sign-ins stay.
  public func renewSession(_ session: UserSessionRecord, from cookie: SecretHash) async throws -> Bool {
    let values = try session.values()
    return try await work.write(locking: [.session(session.id)]) { database in
      let renewedCount = try database.run(
        """
        UPDATE sessions SET cookie = ?, subject = ?, authenticated = ?, context = ?, methods = ?, idle_until = ?,
          expires = ?, browser = ?, address = ? WHERE id = ? AND cookie = ? AND ended_at IS NULL
        """, values + [.hash(cookie)])
      if renewedCount == 1 { return true }
      // The fresh cookie is there already if this request's answer was lost.
      return try database.has(
        "SELECT 1 FROM sessions WHERE cookie = ? AND ended_at IS NULL", [.hash(session.cookie)])
    }
  }

  /// Notes that a session was used.
  public func extendSession(_ id: SessionID, idleUntil: Date) async throws {
    let values: [SQLValue] = [.moment(idleUntil), try .storable(id.rawValue), .moment(idleUntil)]
    try await work.write(locking: [.session(id)]) {
      try $0.perform(
        "UPDATE sessions SET idle_until = ? WHERE id = ? AND idle_until < ? AND ended_at IS NULL", values)
    }
  }

  /// Ends a session and its grants.
  public func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession? {
    let name = try SQLValue.storable(id.rawValue)
    return try await work.write(locking: [.session(id)]) { database in
      let markedCount = try database.run(
        "UPDATE sessions SET ended_at = ?, ended_by = ? WHERE id = ? AND ended_at IS NULL",
        [.moment(moment), .key(request), name])
      let session = try database.first(
        """
        SELECT \(UserSessionRecord.columns) FROM sessions
          WHERE id = ? AND ended_by = ?
        """, [name, .key(request)]
      ) { try UserSessionRecord(&$0) }
      guard let session else { return nil }
      let grants = try database.all(
        "SELECT grant_id, client, is_offline FROM session_grants WHERE session = ?", [name]
      ) {
        SessionGrant(grant: try $0.grant(), clientID: try $0.text(), isOffline: try $0.integer() != 0)
      }
      if markedCount == 1 {
        for grant in grants where !grant.isOffline { try database.revoke(grant.grant, refusingUntil: until) }
      }
      return EndedSession(session: session, grants: grants)
    }
  }

  /// Returns the sessions of a user.
  public func sessions(of subject: Subject) async throws -> [UserSessionRecord] {
    let name = try SQLValue.storable(subject.rawValue)
    return try await work.read { database in
      try database.all(
        """
        SELECT \(UserSessionRecord.columns) FROM sessions
          WHERE subject = ? AND ended_at IS NULL
        """, [name]
      ) { try UserSessionRecord(&$0) }
    }
  }
}
