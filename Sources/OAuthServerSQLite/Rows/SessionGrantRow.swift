internal import GRDB
internal import OAuthServer

/// A sign-in at a client, as a row of its session.
struct SessionGrantRow: Sendable {
  private let values: [DatabaseValue]

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ signIn: SessionSignIn) throws {
    values = [
      try .text(signIn.session.rawValue), try .text(signIn.grant.grant.rawValue), try .text(signIn.grant.clientID),
      .integer(signIn.grant.isOffline ? 1 : 0),
    ]
  }

  /// Returns whether the session exists and wasn't ended.
  func hasSession(_ database: Database) throws -> Bool {
    try database.has("SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL", [values[0]])
  }

  /// Inserts the row. The caller has checked in the same transaction that the session exists.
  func insert(into database: Database) throws {
    try database.run("INSERT OR IGNORE INTO session_grants VALUES (?, ?, ?, ?)", values)
  }
}
