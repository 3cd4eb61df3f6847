public import FoundationBasics
internal import GRDB
public import OAuthCore
public import OAuthServer

extension SQLiteServerDatabase: UsedTokenIDOperations {
  /// Uses a token by one conditional statement.
  public func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool {
    guard until > moment else { return false }
    let values: [DatabaseValue] = [.bytes(Array(id.hash.utf8)), .moment(until), .key(request), .moment(moment)]
    return try await work.write { database in
      try database.run(
        """
        INSERT INTO used_tokens (id, used_until, used_by) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET used_until = excluded.used_until, used_by = excluded.used_by
          WHERE used_until <= ? OR used_by = excluded.used_by
        """, values) == 1
    }
  }
}
