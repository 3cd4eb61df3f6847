public import DPoPVerification
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
internal import OAuthCore

/// The names of tokens that were used once, in a ``SQLiteServerDatabase``.
public struct SQLiteUsedTokenIDs: UsedTokenIDs {
  let work: DatabaseWork
  let clock: WallClock

  /// Uses a token by one conditional statement.
  /// - Parameters:
  ///   - id: The token's name.
  ///   - until: The end of the token's validity.
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
