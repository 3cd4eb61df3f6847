public import FoundationBasics
public import OAuthCore

/// Tokens that were used, until they expire.
struct InMemoryUsedTokens: Sendable {
  private struct Row: Sendable {
    let until: Date
    let request: RequestKey
  }

  private var table = InMemoryTable<UsedTokenID, Row>()

  mutating func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) -> Bool {
    guard until > moment else { return false }
    table.sweepIfDue { moment < $0.until }
    if let row = table[id], moment < row.until { return row.request == request }
    table[id] = Row(until: until, request: request)
    return true
  }
}

extension InMemoryServerDatabase {
  /// Uses a token once.
  public func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    transaction { $0.usedTokens.use(id, until: until, at: moment, request: request) }
  }
}
