public import FoundationBasics
public import OAuthServer

extension SQLServerDatabase {
  /// Counts an attempt unless a count is full.
  public func admitSignIn(
    _ counts: [SignInCount], at moment: Date, request: RequestKey
  ) async throws -> SignInAdmission {
    let attempt = CountedAttempt(.password, request)
    return try await work.write(locking: counts.map { .signInCount($0.key) }) { database in
      guard try !attempt.isCounted(by: database) else { return .admitted }
      let rows = try counts.map { try SignInCountRow($0.key, database) }
      let now = moment.microseconds
      let full = zip(counts, rows).compactMap { count, row in
        row.flatMap { $0.count >= count.limit.count && now < $0.holdsUntil ? $0.holdsUntil : nil }
      }
      if let latest = full.max() { return .lockedOut(until: Date(microseconds: latest)) }
      for (count, row) in zip(counts, rows) {
        let end = moment.addingTimeInterval(count.limit.window / .seconds(1)).microseconds
        var next = row ?? SignInCountRow(count: 0, holdsUntil: end)
        if now >= next.holdsUntil { next = SignInCountRow(count: 0, holdsUntil: end) }
        next.count += 1
        if next.count >= count.limit.count { next.holdsUntil = end }
        try database.perform(
          """
          INSERT INTO sign_in_attempts (key, count, holds_until) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET count = excluded.count, holds_until = excluded.holds_until
          """, [.bytes(count.key.bytes), .integer(next.count), .integer(next.holdsUntil)])
      }
      try attempt.count(in: database, at: moment)
      return .admitted
    }
  }

  /// Takes an attempt back.
  public func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws {
    let attempt = CountedAttempt(.password, request)
    try await work.write(locking: counts.map { .signInCount($0.key) }) { database in
      guard try attempt.takeBack(in: database) else { return }
      for count in counts {
        let key = SQLValue.bytes(count.key.bytes)
        if count.isResetBySuccess {
          try database.perform("DELETE FROM sign_in_attempts WHERE key = ?", [key])
        } else {
          try database.perform("UPDATE sign_in_attempts SET count = count - 1 WHERE key = ? AND count > 0", [key])
        }
      }
    }
  }

  /// Returns whether an origin was noted.
  public func hasOrigin(_ origin: SignInAttemptKey, at moment: Date) async throws -> Bool {
    try await work.find(
      "SELECT 1 FROM sign_in_attempts WHERE key = ? AND holds_until > ?", [.bytes(origin.bytes), .moment(moment)]
    ) { _ in true } ?? false
  }

  /// Notes an origin, as a count without attempts.
  public func noteOrigin(_ origin: SignInAttemptKey, until end: Date) async throws {
    try await work.write(locking: [.signInCount(origin)]) { database in
      try database.perform(
        """
        INSERT INTO sign_in_attempts (key, count, holds_until) VALUES (?, 0, ?)
          ON CONFLICT (key) DO UPDATE SET holds_until = excluded.holds_until
        """, [.bytes(origin.bytes), .moment(end)])
    }
  }
}

/// A count of wrong passwords.
private struct SignInCountRow {
  var count: Int64
  var holdsUntil: Int64

  init(count: Int64, holdsUntil: Int64) {
    self.count = count
    self.holdsUntil = holdsUntil
  }

  init?(_ key: SignInAttemptKey, _ database: any SQLTransaction) throws {
    let row = try database.first(
      "SELECT count, holds_until FROM sign_in_attempts WHERE key = ?", [.bytes(key.bytes)]
    ) { SignInCountRow(count: try $0.integer(), holdsUntil: try $0.integer()) }
    guard let row else { return nil }
    self = row
  }
}
