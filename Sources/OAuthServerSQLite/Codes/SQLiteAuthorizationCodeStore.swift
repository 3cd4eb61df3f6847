#if SQLite
internal import GRDB
public import OAuthServer

/// Authorization codes in a ``SQLiteServerDatabase``.
public struct SQLiteAuthorizationCodeStore: AuthorizationCodeStore {
  let work: DatabaseWork

  /// Keeps a new code.
  /// - Parameter record: what belongs to it.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ record: AuthorizationCodeRecord) async throws {
    let values = try record.values()
    try await work.write { database in
      _ = try database.run(
        """
        INSERT INTO authorization_codes (hash, grant_id, client, redirect_uri, challenge_method, challenge, subject, scope,
          expires, remembered_until, details, nonce) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, values)
    }
  }

  /// What is known about a code.
  /// - Parameter hash: the hash of the code.
  /// - Throws: ``ServerDatabaseError``.
  public func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try await work.read { database in
      try database.first(
        """
        SELECT grant_id, client, redirect_uri, challenge_method, challenge, subject, scope, expires, remembered_until,
          details, nonce FROM authorization_codes WHERE hash = ?
        """, [.hash(hash)]
      ) { try AuthorizationCodeRecord(hash, &$0) }
    }
  }

  /// Marks a code as spent by one conditional update.
  /// - Parameter hash: the hash of the code.
  /// - Throws: ``ServerDatabaseError``.
  public func spend(_ hash: SecretHash) async throws -> Bool {
    try await work.write { database in
      try database.run("UPDATE authorization_codes SET spent = 1 WHERE hash = ? AND spent = 0", [.hash(hash)]) == 1
    }
  }
}
#endif
