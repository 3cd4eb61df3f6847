public import FoundationBasics
internal import OAuthCore

/// Tokens, and the grants that were revoked. A revoked grant is a mark that every look-up compares.
struct InMemoryTokens: Sendable {
  struct Row: Sendable {
    var token: IssuedToken
    var spentBy: RequestKey?
  }

  private(set) var table = InMemoryTable<SecretHash, Row>()
  private(set) var revocations = InMemoryTable<GrantID, Date>()

  /// The number of tokens whose grant isn't revoked.
  var count: Int { table.rows.values.count { !isRevoked($0.token.grant) } }

  func isRevoked(_ grant: GrantID) -> Bool { revocations[grant] != nil }

  /// The token; `nil` if its grant is revoked.
  subscript(hash: SecretHash) -> Row? {
    table[hash].flatMap { isRevoked($0.token.grant) ? nil : $0 }
  }

  mutating func save(_ tokens: [IssuedToken], at now: Date) -> Bool {
    guard !tokens.contains(where: { isRevoked($0.grant) }) else { return false }
    if table.isSweepDue || revocations.isSweepDue {
      let endedTokens = revocations
      table.sweep { now < $0.token.expires && endedTokens[$0.token.grant] == nil }
      // No tokens of these grants are left.
      revocations.sweep { now < $0 }
    }
    for token in tokens where table[token.hash] == nil { table[token.hash] = Row(token: token) }
    return true
  }

  mutating func spend(_ use: RefreshTokenUse, by request: RequestKey) {
    table[use.token]?.token.spentAt = use.moment
    table[use.token]?.token.sealedSuccessor = use.sealedSuccessor
    table[use.token]?.spentBy = request
  }

  mutating func remove(_ hash: SecretHash) {
    table[hash] = nil
  }

  /// - Returns: The tokens that were removed.
  mutating func removeAll(_ isEnded: (IssuedToken) -> Bool) -> [IssuedToken] {
    let endedTokens = table.rows.values.map(\.token).filter(isEnded)
    for token in endedTokens { table[token.hash] = nil }
    return endedTokens
  }

  mutating func revoke(_ grant: GrantID, refusingUntil until: Date) {
    revocations[grant] = max(until, revocations[grant] ?? until)
  }
}

extension InMemoryServerDatabase {
  /// Returns the record of a token.
  public func token(_ hash: SecretHash) async throws -> IssuedToken? {
    transaction { $0.tokens[hash]?.token }
  }

  /// Saves tokens unless their grant was revoked.
  public func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let now = clock.now()
    return transaction { $0.tokens.save(tokens, at: now) }
  }

  /// Uses a refresh token.
  public func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome {
    let now = clock.now()
    return transaction { state in
      guard let row = state.tokens.table[use.token], row.token.kind == .refresh else { return .refused }
      let outcome = row.token.spentAt.map { use.outcome(spentAt: $0, by: row.spentBy, request: request) }
      if outcome == .usedAgain {
        state.tokens.revoke(row.token.grant, refusingUntil: use.refusedUntil)
        return .usedAgain
      }
      guard !state.tokens.isRevoked(row.token.grant) else { return .refused }
      if let outcome { return outcome }
      guard state.tokens.save(use.successors, at: now) else { return .refused }
      if use.isSpending { state.tokens.spend(use, by: request) }
      return .refreshed
    }
  }

  /// Removes an access token.
  public func revokeAccessToken(_ hash: SecretHash) async throws {
    transaction { $0.tokens.remove(hash) }
  }

  /// Marks a grant as revoked.
  public func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    transaction { $0.tokens.revoke(grant, refusingUntil: until) }
  }
}
