#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import OAuthServer

/// Goes through a table in the order of its keys and removes what isn't needed, a few rows in each transaction.
///
/// The place that was reached is in the database: a new process goes on where another one stopped. Rows beside each other lie on
/// the same pages, so that removing a thousand writes tens of pages, and not a thousand.
struct DatabaseSweep: Sendable {
  /// So many rows are looked at in each step.
  static var rowsPerStep: Int64 { 1_000 }

  let table: String
  let key: String
  /// What of a row says that it isn't needed: SQL, with the moment as each question mark.
  let isOver: String
  let moments: [@Sendable (Date) -> Date]
  /// What follows when all rows were looked at, with the number of the round that ended.
  let afterRound: @Sendable (Database, _ round: Int64, _ now: Date) throws -> Void

  /// Looks at the next rows.
  ///
  /// - Returns: how many were removed, and whether the end of the table was reached.
  func step(_ database: Database, at now: Date) throws -> (removed: Int, isAtEnd: Bool) {
    let state = try database.first("SELECT round, position FROM sweeps WHERE name = ?", [table.databaseValue]) {
      (round: try $0.integer(), position: try $0.octets())
    }
    guard let state else { throw ServerDatabaseError.damaged("the place of a sweep is missing") }
    let start = DatabaseValue.octets(state.position)
    let end = try database.first(
      "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET ?",
      [start, .integer(Self.rowsPerStep - 1)]
    ) { try $0.octets() }
    let times = moments.map { DatabaseValue.moment($0(now)) }
    let removed: Int
    if let end {
      removed = try database.run(
        "DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ? AND (\(isOver))", [start, .octets(end)] + times)
    } else {
      removed = try database.run("DELETE FROM \(table) WHERE \(key) > ? AND (\(isOver))", [start] + times)
      try afterRound(database, state.round, now)
    }
    try database.run(
      "UPDATE sweeps SET position = ?, round = ? WHERE name = ?",
      [.octets(end ?? []), .integer(end == nil ? state.round + 1 : state.round), table.databaseValue])
    return (removed, end == nil)
  }
}

extension DatabaseSweep {
  /// Everything that is swept.
  static let all = [codes, tokens, devices, sessions, pushedRequests, usedTokens, signInAttempts, countedAttempts]

  /// Unspent codes are over when they expire, spent ones when their replay needn't be recognized any more.
  private static let codes = DatabaseSweep(
    table: "authorization_codes", key: "hash", isOver: "expires <= ? AND (spent = 0 OR remembered_until <= ?)",
    moments: [{ $0 }, { $0 }]
  ) { _, _, _ in }

  /// A grant that was revoked before this round began has no tokens left, and gets none.
  private static let tokens = DatabaseSweep(
    table: "issued_tokens", key: "hash",
    isOver:
      "expires <= ? OR EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)",
    moments: [{ $0 }]
  ) { database, round, now in
    try database.run(
      "DELETE FROM revoked_grants WHERE sweep_round < ? AND refused_until <= ?", [.integer(round), .moment(now)])
  }

  /// Polls are answered with `expired_token` for ten minutes.
  private static let devices = DatabaseSweep(
    table: "device_codes", key: "device_code", isOver: "expires <= ?", moments: [{ $0.addingTimeInterval(-600) }]
  ) { _, _, _ in }

  /// Their grants go with them, by a trigger.
  private static let sessions = DatabaseSweep(
    table: "sessions", key: "cookie", 
    isOver: "(ended_at IS NULL AND (idle_until <= ? OR expires <= ?)) OR ended_at <= ?",
    moments: [{ $0 }, { $0 }, { $0.addingTimeInterval(-(RequestKey.recognized / .seconds(1))) }]
  ) { _, _, _ in }

  private static let pushedRequests = DatabaseSweep(
    table: "pushed_requests", key: "hash", isOver: "completable_until <= ?", moments: [{ $0 }]
  ) { _, _, _ in }

  private static let usedTokens = DatabaseSweep(
    table: "used_tokens", key: "id", isOver: "used_until <= ?", moments: [{ $0 }]
  ) { _, _, _ in }

  private static let signInAttempts = DatabaseSweep(
    table: "sign_in_attempts", key: "key", isOver: "holds_until <= ?", moments: [{ $0 }]
  ) { _, _, _ in }

  private static let countedAttempts = DatabaseSweep(
    table: "counted_attempts", key: "attempt", isOver: "recognized_until <= ?", moments: [{ $0 }]
  ) { _, _, _ in }
}
