internal import GRDB
internal import OAuthServer

/// A sign-in at a client, as a row of its session.
struct SessionGrantRow: Sendable {
  private let values: [DatabaseValue]

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ signIn: SessionSignIn) throws {
    try self.init(signIn.grant, of: signIn.session)
  }

  /// Returns whether the session exists and wasn't ended.
  func hasSession(_ database: Database) throws -> Bool {
    try database.has("SELECT 1 FROM sessions WHERE id = ? AND ended_at IS NULL", [values[0]])
  }

  /// Inserts the row without a check that its session exists.
  func insertAnyway(into database: Database) throws {
    try database.run("INSERT OR IGNORE INTO session_grants VALUES (?, ?, ?, ?)", values)
  }

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ grant: SessionGrant, of session: SessionID) throws {
    values = [
      try .text(session.rawValue), try .text(grant.grant.rawValue), try .text(grant.clientID),
      .integer(grant.isOffline ? 1 : 0),
    ]
  }

  /// - Returns: `false`, with nothing changed, if the session has ended.
  func insert(into database: Database) throws -> Bool {
    guard try hasSession(database) else { return false }
    try insertAnyway(into: database)
    return true
  }
}
