#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
internal import OAuthCore
public import OAuthServer

/// Clients that registered themselves, in a ``SQLiteServerDatabase``.
public struct SQLiteClientRegistrationStore: ClientRegistrationStore {
  let work: DatabaseWork

  /// Saves a new client and counts the others in one transaction.
  /// - Parameters:
  ///   - record: The client.
  ///   - limits: The number of clients that may be registered.
  ///   - now: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func add(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at now: Date
  ) async throws -> RegistrationOutcome {
    let values = try record.values()
    return try await work.write { database in
      let recent = try database.count(
        // A clock that was ahead has left times to come.
        "SELECT count(*) FROM registrations WHERE issued > ? AND issued <= ?",
        [.moment(now.addingTimeInterval(-60)), .moment(now)])
      guard recent < limits.clientsPerMinute else { return .tooFast }
      if try database.count("SELECT count(*) FROM registrations", []) >= limits.clients {
        try database.run("DELETE FROM registrations WHERE unused_until <= ?", [.moment(now)])
        if try database.count("SELECT count(*) FROM registrations", []) >= limits.clients {
          let forgotten = try database.run(
            """
            DELETE FROM registrations WHERE id = (
              SELECT id FROM registrations WHERE unused_until IS NOT NULL AND issued <= ? ORDER BY issued, id LIMIT 1)
            """, [.moment(now.addingTimeInterval(-3_600))])
          guard forgotten == 1 else { return .full }
        }
      }
      try database.run(
        """
        INSERT INTO registrations (json, words, token_hash, issued, unused_until, is_open, id)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """, values)
      return .added
    }
  }

  /// Returns the client with an identifier, unless it wasn't used in time and has expired.
  /// - Parameters:
  ///   - clientID: The client's identifier.
  ///   - now: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func find(_ clientID: String, at now: Date) async throws -> ClientRegistrationRecord? {
    // No client has such a name.
    guard let name = try? DatabaseValue.text(clientID) else { return nil }
    return try work.find(
      """
      SELECT json, words, token_hash, issued, unused_until, is_open FROM registrations
        WHERE id = ? AND (unused_until IS NULL OR unused_until > ?)
      """, [name, .moment(now)]
    ) { try ClientRegistrationRecord(&$0) }
  }

  /// Returns all clients that registered themselves and whose time isn't over, by identifier.
  /// - Parameter now: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func clients(at now: Date) async throws -> [RegisteredClient] {
    try await work.read { database in
      try database.all(
        "SELECT json FROM registrations WHERE unused_until IS NULL OR unused_until > ? ORDER BY id", [.moment(now)]
      ) { try RegisteredClient(kept: try $0.text()) }
    }
  }

  /// Replaces an existing registration, by one update.
  /// - Parameter record: The new registration.
  /// - Throws: ``ServerDatabaseError``.
  public func replace(_ record: ClientRegistrationRecord) async throws -> Bool {
    let values = try record.values()
    return try await work.write { database in
      try database.run(
        """
        UPDATE registrations SET json = ?, words = ?, token_hash = ?, issued = ?,
          unused_until = iif(unused_until IS NULL, NULL, ?), is_open = ? WHERE id = ?
        """, values) == 1
    }
  }

  /// Notes that a client was used.
  /// - Parameter clientID: The client's identifier.
  /// - Throws: ``ServerDatabaseError``.
  public func markUsed(_ clientID: String) async throws {
    let name = try DatabaseValue.text(clientID)
    try await work.write {
      _ = try $0.run("UPDATE registrations SET unused_until = NULL WHERE id = ? AND unused_until IS NOT NULL", [name])
    }
  }

  /// Removes a client.
  /// - Parameter clientID: The client's identifier.
  /// - Throws: ``ServerDatabaseError``.
  public func remove(_ clientID: String) async throws {
    let name = try DatabaseValue.text(clientID)
    try await work.write { _ = try $0.run("DELETE FROM registrations WHERE id = ?", [name]) }
  }
}

extension Database {
  func count(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int64 {
    try first(sql, arguments) { try $0.integer() } ?? 0
  }
}

extension ClientRegistrationRecord {
  /// The columns in the order of the statements, the identifier last.
  func values() throws -> [DatabaseValue] {
    [
      try .text(String(decoding: client.json.octets(), as: UTF8.self)),
      try .text(String(decoding: JSONValue.object(words).octets(), as: UTF8.self)), .hash(tokenHash), .moment(issued),
      unusedUntil.map { .moment($0) } ?? .null, .integer(isFromOpenRegistration ? 1 : 0), try .text(client.id),
    ]
  }

  init(_ columns: inout Columns) throws {
    let client = try RegisteredClient(kept: try columns.text())
    guard let words = try? JSONValue(octets: Array(try columns.text().utf8)).object else {
      throw ServerDatabaseError.damaged("a client's words are none")
    }
    self.init(
      client: client, words: words, tokenHash: try columns.hash(), issued: try columns.moment(),
      unusedUntil: try columns.optionalMoment(), isFromOpenRegistration: try columns.integer() != 0)
  }
}
