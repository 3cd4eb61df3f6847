internal import GRDB
public import OAuthServer

/// Authorization codes in a ``SQLiteServerDatabase``.
public struct SQLiteAuthorizationCodeStore: AuthorizationCodeStore {
  let work: DatabaseWork

  /// Saves a new code.
  /// - Parameter record: The code's record.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ record: AuthorizationCodeRecord) async throws {
    let values = try record.values()
    try await work.write { try Self.insert(values, into: $0) }
  }

  /// Saves a new code and its sign-in in one transaction, if the sessions are in the same database.
  /// - Parameters:
  ///   - record: The code's record.
  ///   - grant: The sign-in at the client.
  ///   - session: The session.
  ///   - sessions: The store of the session.
  /// - Throws: ``ServerDatabaseError``; any error of the other store.
  public func save(
    _ record: AuthorizationCodeRecord, adding grant: SessionGrant, to session: SessionID, in sessions: any SessionStore
  ) async throws -> Bool {
    guard let sessions = sessions as? SQLiteSessionStore, sessions.work.isSame(as: work) else {
      guard try await sessions.add(grant, to: session) else { return false }
      try await save(record)
      return true
    }
    let values = try record.values()
    let row = try SessionGrantRow(grant, of: session)
    return try await work.write { database in
      guard try row.insert(into: database) else { return false }
      try Self.insert(values, into: database)
      return true
    }
  }

  /// Returns the record of a code.
  /// - Parameter hash: The hash of the code.
  /// - Throws: ``ServerDatabaseError``.
  public func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try work.find(
      """
      SELECT grant_id, client, redirect_uri, challenge_method, challenge, subject, scope, expires, remembered_until,
        details, nonce FROM authorization_codes WHERE hash = ?
      """, [.hash(hash)]
    ) { try AuthorizationCodeRecord(hash, &$0) }
  }

  /// Marks a code as spent by one conditional update.
  /// - Parameter hash: The hash of the code.
  /// - Throws: ``ServerDatabaseError``.
  public func spend(_ hash: SecretHash) async throws -> Bool {
    try await work.write { try Self.spend(hash, in: $0) }
  }

  /// Saves tokens and spends their code in one transaction, if the tokens are in the same database.
  /// - Parameters:
  ///   - hash: The hash of the code.
  ///   - records: The tokens.
  ///   - tokens: The store of the tokens.
  /// - Throws: ``ServerDatabaseError``; any error of the other store.
  public func spend(
    _ hash: SecretHash, keeping records: [IssuedToken], in tokens: any IssuedTokenStore
  ) async throws -> CodeRedemption {
    guard let tokens = tokens as? SQLiteIssuedTokenStore, tokens.work.isSame(as: work) else {
      let isKept = try await tokens.save(records)
      return CodeRedemption(isKept: isKept, isFirst: try await spend(hash))
    }
    let rows = try IssuedTokenRows(records)
    return try await work.write { database in
      let isKept = try rows.insert(into: database)
      return CodeRedemption(isKept: isKept, isFirst: try Self.spend(hash, in: database))
    }
  }

  private static func insert(_ values: [DatabaseValue], into database: Database) throws {
    try database.run(
      """
      INSERT INTO authorization_codes (hash, grant_id, client, redirect_uri, challenge_method, challenge, subject,
        scope, expires, remembered_until, details, nonce) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values)
  }

  private static func spend(_ hash: SecretHash, in database: Database) throws -> Bool {
    try database.run("UPDATE authorization_codes SET spent = 1 WHERE hash = ? AND spent = 0", [.hash(hash)]) == 1
  }
}
