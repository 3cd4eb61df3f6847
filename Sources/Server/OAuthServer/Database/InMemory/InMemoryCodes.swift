public import FoundationBasics
internal import OAuthCore

/// Authorization codes. An unspent code is kept until it expires, a spent one until its
/// `rememberedUntil`.
struct InMemoryCodes: Sendable {
  struct Row: Sendable {
    let record: AuthorizationCodeRecord
    var spentBy: RequestKey?
  }

  private(set) var table = InMemoryTable<SecretHash, Row>()

  func record(_ hash: SecretHash) -> AuthorizationCodeRecord? { table[hash]?.record }

  mutating func save(_ record: AuthorizationCodeRecord, at now: Date) {
    table.sweepIfDue { now < ($0.spentBy == nil ? $0.record.expires : $0.record.rememberedUntil) }
    if table[record.hash] == nil { table[record.hash] = Row(record: record) }
  }

  /// The code and the request that spent it.
  subscript(hash: SecretHash) -> Row? { table[hash] }

  mutating func spend(_ hash: SecretHash, by request: RequestKey) {
    table[hash]?.spentBy = request
  }

  /// - Returns: The codes that were removed.
  mutating func removeAll(where isEnded: (AuthorizationCodeRecord) -> Bool) -> [AuthorizationCodeRecord] {
    let endedCodes = table.rows.values.map(\.record).filter(isEnded)
    for record in endedCodes { table[record.hash] = nil }
    return endedCodes
  }
}

extension InMemoryServerDatabase {
  /// Saves a code with its sign-in, and consumes its pushed request.
  public func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome {
    let now = clock.now()
    return transaction { state in
      if let signIn, !state.sessions.has(signIn.session) { return .sessionEnded }
      if let pushedRequest, !state.consume(pushedRequest, by: request) { return .requestConsumed }
      if let signIn { state.sessions.add(signIn) }
      state.codes.save(record, at: now)
      return .saved
    }
  }

  /// Returns the record of a code.
  public func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    transaction { $0.codes.record(hash) }
  }

  /// Spends a code and saves its tokens.
  public func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    let now = clock.now()
    return transaction { state in
      guard let code = state.codes[hash] else { return .refused }
      if let spender = code.spentBy, spender != request {
        state.tokens.revoke(code.record.grant, refusingUntil: until)
        return .usedAgain
      }
      guard code.spentBy != nil || moment < code.record.expires, !state.tokens.isRevoked(code.record.grant) else {
        return .refused
      }
      if code.spentBy == nil {
        guard state.tokens.save(tokens, at: now) else { return .refused }
        state.codes.spend(hash, by: request)
      }
      return .redeemed
    }
  }
}
