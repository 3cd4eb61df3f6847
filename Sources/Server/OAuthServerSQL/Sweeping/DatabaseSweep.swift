internal import FoundationBasics
internal import OAuthServer

/// A pass through a table in the order of its keys that removes expired rows, a few in each
/// transaction.
///
/// The position is in the database, and a new process goes on where another one stopped.
/// Neighbouring rows lie on the same pages, so that removing a thousand rows writes tens of pages,
/// not a thousand.
struct DatabaseSweep: Sendable {
  /// The rows of each step.
  static var rowsPerStep: Int64 { 1_000 }

  let table: String
  let key: String
  /// The SQL condition for rows to remove. Each question mark stands for one of ``moments``.
  let isOver: String
  let moments: [@Sendable (Date) -> Date]
  /// Runs after the last row of the table, with the number of the round that ended.
  let afterRound: @Sendable (any SQLTransaction, _ round: Int64, _ now: Date) throws -> Void

  /// Removes expired rows among the next ones.
  ///
  /// - Returns: The number of removed rows, and whether the end of the table was reached.
  func step(_ database: any SQLTransaction, at now: Date) throws -> (removedCount: Int, isAtEnd: Bool) {
    let state = try database.first("SELECT round, position FROM sweeps WHERE name = ?", [.text(table)]) {
      (round: try $0.integer(), position: try $0.bytes())
    }
    guard let state else { throw ServerDatabaseError.damaged("the position of a sweep is missing") }
    let start = SQLValue.bytes(state.position)
    let end = try database.first(
      "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET ?",
      [start, .integer(Self.rowsPerStep - 1)]
    ) { try $0.bytes() }
    let times = moments.map { SQLValue.moment($0(now)) }
    let removedCount: Int
    if let end {
      removedCount = try database.run(
        "DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ? AND (\(isOver))", [start, .bytes(end)] + times)
    } else {
      removedCount = try database.run("DELETE FROM \(table) WHERE \(key) > ? AND (\(isOver))", [start] + times)
      try afterRound(database, state.round, now)
    }
    try database.perform(
      "UPDATE sweeps SET position = ?, round = ? WHERE name = ?",
      [.bytes(end ?? []), .integer(end == nil ? state.round + 1 : state.round), .text(table)])
    return (removedCount, end == nil)
  }
}

extension DatabaseSweep {
  /// The sweeps of all tables.
  static let all = [codes, tokens, devices, sessions, pushedRequests, usedTokens, signInAttempts, countedAttempts]

  /// Unspent codes are removed when they expire, spent ones when their replay no longer needs to be
  /// recognized.
  private static let codes = DatabaseSweep(
    table: "authorization_codes", key: "hash", isOver: "expires <= ? AND (spent = 0 OR remembered_until <= ?)",
    moments: [{ $0 }, { $0 }]
  ) { _, _, _ in }

  /// A grant that was revoked before the round began has no tokens left, and gets none.
  private static let tokens = DatabaseSweep(
    table: "issued_tokens", key: "hash",
    isOver:
      "expires <= ? OR EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = issued_tokens.grant_id)",
    moments: [{ $0 }]
  ) { database, round, now in
    try database.perform(
      "DELETE FROM revoked_grants WHERE sweep_round < ? AND refused_until <= ?", [.integer(round), .moment(now)])
  }

  /// Polls are answered with `expired_token` for ten minutes.
  private static let devices = DatabaseSweep(
    table: "device_codes", key: "device_code", isOver: "expires <= ?", moments: [{ $0.addingTimeInterval(-600) }]
  ) { _, _, _ in }

  /// Sessions. A trigger of the schema removes the sign-ins of a removed session.
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
