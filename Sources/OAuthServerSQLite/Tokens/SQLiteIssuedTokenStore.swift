#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
public import OAuthServer

/// The issued tokens in a ``SQLiteServerDatabase``.
///
/// Revoking a grant writes one row, however many tokens the grant has. They are unknown from then
/// on, and the next sweep removes them.
public struct SQLiteIssuedTokenStore: IssuedTokenStore {
  let work: DatabaseWork

  /// Saves new tokens unless their grant was revoked.
  /// - Parameter tokens: The tokens, all of one grant.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let rows = try IssuedTokenRows(tokens)
    return try await work.write { try rows.insert(into: $0) }
  }

  /// Returns the record of a token.
  /// - Parameter hash: The hash of the token.
  /// - Throws: ``ServerDatabaseError``.
  public func find(_ hash: SecretHash) async throws -> IssuedToken? {
    try work.find(
      """
      SELECT kind, grant_id, client, subject, scope, expires, details, spent_at FROM issued_tokens WHERE hash = ?
        AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
      """, [.hash(hash)]
    ) { try IssuedToken(hash, &$0) }
  }

  /// Spends a refresh token by one conditional update, and saves its successors in the same
  /// transaction.
  /// - Parameters:
  ///   - spent: The hash of the refresh token.
  ///   - tokens: The successors.
  ///   - moment: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation {
    let rows = try IssuedTokenRows(tokens)
    return try await work.write { database in
      guard try rows.grant != nil || !rows.isRefused(by: database) else { return .unknown }
      let isFirst = try database.run(
        """
        UPDATE issued_tokens SET spent_at = ? WHERE hash = ? AND kind = ? AND spent_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
          AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = ?)
        """, [.moment(moment), .hash(spent), IssuedToken.Kind.refresh.value, rows.grant ?? .null])
      guard isFirst == 1 else {
        return try rows.isRefused(by: database) ? .unknown : Self.whyNotSpent(spent, database)
      }
      try rows.insertAnyway(into: database)
      return .rotated
    }
  }

  private static func whyNotSpent(_ hash: SecretHash, _ database: Database) throws -> Rotation {
    let moment = try database.first(
      """
      SELECT spent_at FROM issued_tokens WHERE hash = ? AND kind = ?
        AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
      """, [.hash(hash), IssuedToken.Kind.refresh.value]
    ) { try $0.moment() }
    return moment.map { .alreadySpent(at: $0) } ?? .unknown
  }

  /// Removes an access token.
  /// - Parameter hash: The hash of the token.
  /// - Throws: ``ServerDatabaseError``.
  public func delete(_ hash: SecretHash) async throws {
    try await work.write { _ = try $0.run("DELETE FROM issued_tokens WHERE hash = ?", [.hash(hash)]) }
  }

  /// Revokes a grant by one row that every later look-up and save reads.
  /// - Parameters:
  ///   - grant: The grant.
  ///   - until: The end of the time in which no token of the grant is saved.
  /// - Throws: ``ServerDatabaseError``.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    try await work.write { try $0.revoke(grant, refusingUntil: until) }
  }

}
