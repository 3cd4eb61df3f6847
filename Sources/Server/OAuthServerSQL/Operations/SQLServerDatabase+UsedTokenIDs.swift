public import FoundationBasics
public import OAuthCore
public import OAuthServer

extension SQLServerDatabase {
  /// Uses a token by one conditional statement.
  public func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    guard until > moment else { return false }
    let values: [SQLValue] = [.bytes(Array(id.hash.utf8)), .moment(until), .key(request), .moment(moment)]
    let use = SQLStatement(
      """
      INSERT INTO used_tokens (id, used_until, used_by) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET used_until = excluded.used_until, used_by = excluded.used_by
        WHERE used_tokens.used_until <= ? OR used_tokens.used_by = excluded.used_by
      """, values)
    return try await work.write(locking: [], first: use) { try $0.run(use) == 1 }
  }
}
