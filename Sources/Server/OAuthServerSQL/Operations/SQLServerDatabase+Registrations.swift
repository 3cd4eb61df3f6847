public import FoundationBasics
internal import OAuthCore
public import OAuthServer

extension SQLServerDatabase {
  /// Saves a client, and makes room for it by removing unused ones.
  public func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome {
    let values = try record.values()
    return try await work.write(locking: [.registrations]) { database in
      guard try !database.has("SELECT 1 FROM registrations WHERE id = ?", Array(values.suffix(1))) else {
        return .added
      }
      let recent = try database.count(
        // A clock that was ahead has left later times.
        "SELECT count(*) FROM registrations WHERE issued > ? AND issued <= ?",
        [.moment(moment.addingTimeInterval(-60)), .moment(moment)])
      guard recent < limits.clientsPerMinute else { return .tooFast }
      if try database.count("SELECT count(*) FROM registrations", []) >= limits.clients {
        try database.perform("DELETE FROM registrations WHERE unused_until <= ?", [.moment(moment)])
        if try database.count("SELECT count(*) FROM registrations", []) >= limits.clients {
          let removedCount = try database.run(
            """
            DELETE FROM registrations WHERE id = (
              SELECT id FROM registrations WHERE unused_until IS NOT NULL AND issued <= ? ORDER BY issued, id LIMIT 1)
            """, [.moment(moment.addingTimeInterval(-3_600))])
          guard removedCount == 1 else { return .full }
        }
      }
      try database.perform(
        """
        INSERT INTO registrations (json, words, token_hash, issued, unused_until, is_open, id)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """, values)
      return .added
    }
  }

  /// Returns a client that registered itself, unless its time is over.
  public func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord? {
    // No client has such a name.
    guard let name = try? SQLValue.storable(clientID) else { return nil }
    return try await work.find(
      """
      SELECT json, words, token_hash, issued, unused_until, is_open FROM registrations
        WHERE id = ? AND (unused_until IS NULL OR unused_until > ?)
      """, [name, .moment(moment)]
    ) { try ClientRegistrationRecord(&$0) }
  }

  /// Replaces an existing registration.
  public func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool {
    let values = try record.values()
    return try await work.write(locking: [.registrations]) { database in
      try database.run(
        """
        UPDATE registrations SET json = ?, words = ?, token_hash = ?, issued = ?,
          unused_until = CASE WHEN unused_until IS NULL THEN NULL ELSE CAST(? AS BIGINT) END, is_open = ? WHERE id = ?
        """, values) == 1
    }
  }

  /// Notes that a client was used.
  public func markRegistrationUsed(_ clientID: String) async throws {
    let name = try SQLValue.storable(clientID)
    try await work.write(locking: []) {
      try $0.perform("UPDATE registrations SET unused_until = NULL WHERE id = ? AND unused_until IS NOT NULL", [name])
    }
  }

  /// Removes a client.
  public func removeRegistration(_ clientID: String) async throws {
    let name = try SQLValue.storable(clientID)
    try await work.write(locking: []) { try $0.perform("DELETE FROM registrations WHERE id = ?", [name]) }
  }
}

extension SQLTransaction {
  fileprivate func count(_ sql: String, _ arguments: [SQLValue]) throws -> Int64 {
    try first(sql, arguments) { try $0.integer() } ?? 0
  }
}
