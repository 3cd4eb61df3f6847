#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
public import OAuthServer

/// Counts of wrong passwords in a ``SQLiteServerDatabase``.
public struct SQLiteSignInAttemptStore: SignInAttemptStore {
  let work: DatabaseWork

  private struct Kept {
    var count: Int64
    var holdsUntil: Int64
  }

  /// Counts an attempt in one transaction, unless a count is full.
  /// - Parameters:
  ///   - counts: The counts of the attempt.
  ///   - moment: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func admit(_ counts: [SignInCount], at moment: Date) async throws -> SignInAdmission {
    try await work.write { database in
      let kept = try counts.map { try Self.find($0.key, database) }
      let now = moment.microseconds
      let full = zip(counts, kept).compactMap { count, kept in
        kept.flatMap { $0.count >= count.limit.count && now < $0.holdsUntil ? $0.holdsUntil : nil }
      }
      if let latest = full.max() { return .lockedOut(until: Date(microseconds: latest)) }
      for (count, kept) in zip(counts, kept) {
        let end = moment.addingTimeInterval(count.limit.window / .seconds(1)).microseconds
        var next = kept ?? Kept(count: 0, holdsUntil: end)
        if now >= next.holdsUntil { next = Kept(count: 0, holdsUntil: end) }
        next.count += 1
        if next.count >= count.limit.count { next.holdsUntil = end }
        try database.run(
          "INSERT OR REPLACE INTO sign_in_attempts (key, count, holds_until) VALUES (?, ?, ?)",
          [.octets(count.key.octets), .integer(next.count), .integer(next.holdsUntil)])
      }
      return .admitted
    }
  }

  /// Takes an attempt back in one transaction.
  /// - Parameter counts: The counts of the attempt.
  /// - Throws: ``ServerDatabaseError``.
  public func succeed(_ counts: [SignInCount]) async throws {
    try await work.write { database in
      for count in counts {
        let key = DatabaseValue.octets(count.key.octets)
        if count.isResetBySuccess {
          try database.run("DELETE FROM sign_in_attempts WHERE key = ?", [key])
        } else {
          try database.run("UPDATE sign_in_attempts SET count = count - 1 WHERE key = ? AND count > 0", [key])
        }
      }
    }
  }

  private static func find(_ key: SignInAttemptKey, _ database: Database) throws -> Kept? {
    try database.first("SELECT count, holds_until FROM sign_in_attempts WHERE key = ?", [.octets(key.octets)]) {
      Kept(count: try $0.integer(), holdsUntil: try $0.integer())
    }
  }
}
