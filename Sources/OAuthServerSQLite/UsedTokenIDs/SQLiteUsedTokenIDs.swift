public import DPoPVerification
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
internal import OAuthCore

/// Tokens that were used once, in a ``SQLiteServerDatabase``: for all processes that share it, and after a new start.
public struct SQLiteUsedTokenIDs: UsedTokenIDs {
  let work: DatabaseWork
  let clock: WallClock

  /// Remembers a token by one conditional statement.
  /// - Parameters:
  ///   - id: the token's name.
  ///   - until: when it may be forgotten.
  /// - Throws: ``ServerDatabaseError``.
  public func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool {
    let now = clock.now()
    guard until > now else { return false }
    let values: [DatabaseValue] = [.octets(Array(id.hash.utf8)), .moment(until), .moment(now)]
    return try await work.write { database in
      try database.run(
        """
        INSERT INTO used_tokens (id, used_until) VALUES (?, ?)
          ON CONFLICT (id) DO UPDATE SET used_until = excluded.used_until WHERE used_until <= ?
        """, values) == 1
    }
  }
}
