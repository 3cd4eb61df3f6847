internal import OAuthServer

/// A sign-in at a client, as a row of its session.
struct SessionGrantRow: Sendable {
  private let values: [SQLValue]

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ signIn: SessionSignIn) throws {
    values = [
      try .storable(signIn.session.rawValue), try .storable(signIn.grant.grant.rawValue),
      try .storable(signIn.grant.clientID),
      .integer(signIn.grant.isOffline ? 1 : 0),
    ]
  }

  /// The statement that finds the session, unless it was ended.
  var session: SQLStatement {
    SQLStatement("SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL", [values[0]])
  }

  /// Inserts the row. The caller has checked in the same transaction that the session exists.
  func insert(into database: any SQLTransaction) throws {
    try database.perform(
      """
      INSERT INTO session_grants (session, grant_id, client, is_offline) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, values)
  }
}
