public import FoundationBasics
public import OAuthServer

// Revoking a grant writes one row, however many tokens the grant has. They are unknown from then on,
// and the next sweep removes them.
extension SQLServerDatabase {
  /// Returns the record of a token.
  public func token(_ hash: SecretHash) async throws -> IssuedToken? {
    try await work.find(
      """
      SELECT kind, grant_id, client, subject, scope, expires, details, spent_at, successor FROM issued_tokens
        WHERE hash = ?
        AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
      """, [.hash(hash)]
    ) { try IssuedToken(hash, &$0) }
  }

  /// Saves tokens unless their grant was revoked.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let rows = try IssuedTokenRows(tokens)
    return try await work.write(locking: rows.locks) { database in
      guard try !rows.isRefused(by: database) else { return false }
      try rows.insert(into: database)
      return true
    }
  }

  /// Spends a refresh token by one conditional update, and saves its successors.
  public func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome {
    let rows = try IssuedTokenRows(use.successors)
    let spending = use.isSpending ? use.spending(by: request) : nil
    return try await work.write(locking: rows.locks, first: spending) { database in
      if let spending, try database.run(spending) == 1 {
        try rows.insert(into: database)
        return .refreshed
      }
      let row = try database.first(
        """
        SELECT grant_id, spent_at, spent_by FROM issued_tokens WHERE hash = ? AND kind = ?
        """, [.hash(use.token), IssuedToken.Kind.refresh.value]
      ) { (grant: try $0.grant(), spentAt: try $0.optionalMoment(), spender: try $0.optionalRequestKey()) }
      guard let row else { return .refused }
      let outcome = row.spentAt.map { use.outcome(spentAt: $0, by: row.spender, request: request) }
      if outcome == .usedAgain {
        try database.revoke(row.grant, refusingUntil: use.refusedUntil)
        return .usedAgain
      }
      guard try !database.isRevoked(row.grant) else { return .refused }
      if let outcome { return outcome }
      try rows.insert(into: database)
      return .refreshed
    }
  }

  /// Removes an access token.
  public func revokeAccessToken(_ hash: SecretHash) async throws {
    try await work.write(locking: []) { try $0.perform("DELETE FROM issued_tokens WHERE hash = ?", [.hash(hash)]) }
  }

  /// Marks a grant as revoked.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    try await work.write(locking: [.grant(grant)]) { try $0.revoke(grant, refusingUntil: until) }
  }
}

extension RefreshTokenUse {
  /// Returns the statement that spends the token, unless it was spent or its grant is revoked.
  fileprivate func spending(by request: RequestKey) -> SQLStatement {
    SQLStatement(
      """
      UPDATE issued_tokens SET spent_at = ?, spent_by = ?, successor = ?
        WHERE hash = ? AND kind = ? AND spent_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)
      """,
      [
        .moment(moment), .key(request), sealedSuccessor.map { .bytes($0) } ?? .null, .hash(token),
        IssuedToken.Kind.refresh.value,
      ])
  }
}

extension SQLTransaction {
  func isRevoked(_ grant: GrantID) throws -> Bool {
    try has("SELECT 1 FROM revoked_grants WHERE grant_id = ?", [try .storable(grant.rawValue)])
  }

  func revoke(_ grant: GrantID, refusingUntil until: Date) throws {
    // The round: the row is needed until a sweep that began later has removed all tokens of the
    // grant.
    try perform(
      """
      INSERT INTO revoked_grants (grant_id, refused_until, sweep_round)
        VALUES (?, ?, (SELECT round FROM sweeps WHERE name = 'issued_tokens'))
        ON CONFLICT (grant_id) DO UPDATE SET refused_until = excluded.refused_until
          WHERE revoked_grants.refused_until < excluded.refused_until
      """, [try .storable(grant.rawValue), .moment(until)])
  }
}
