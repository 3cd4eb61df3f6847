#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import OAuthCore
internal import OAuthServer

/// What was given to a client, or in a person's name, and what was allowed: codes, tokens, requests and consents.
struct Remains: Sendable {
  /// Whose they are, as the tables say it.
  enum Owner: Sendable {
    case client(String)
    case person(Subject)
  }

  private struct Table: Sendable {
    let name: String
    let key: String
    /// Whether the keys are texts, and no octets.
    var isNamed = false
    /// Which of the owner's rows are of a grant that is the owner's: SQL; nil if they are of none.
    var ownGrants: String?
  }

  /// So many rows are looked at in each transaction.
  static var rowsPerStep: Int64 { 1_000 }
  /// A server that runs meanwhile gets to write between two transactions.
  static var pause: Duration { .milliseconds(10) }

  private let column: String
  private let name: DatabaseValue
  /// What tokens are made of comes before them.
  private let tables: [Table]
  private let work: DatabaseWork
  private let clock: WallClock

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(of owner: Owner, in work: DatabaseWork, clock: WallClock) throws {
    let requests = Table(name: "pushed_requests", key: "hash")
    let codes = Table(name: "authorization_codes", key: "hash", ownGrants: "1")
    let devices = Table(name: "device_codes", key: "device_code")
    var tokens = Table(name: "issued_tokens", key: "hash", ownGrants: "1")
    let sessions = Table(name: "session_grants", key: "session", isNamed: true)
    let consents = Table(name: "consents", key: "subject", isNamed: true)
    switch owner {
    case .client(let id):
      // An access token may be one that the client exchanged for another one's: of a grant that goes on.
      tokens.ownGrants = "kind = 2"
      (column, name, tables) = ("client", try .text(id), [requests, codes, devices, tokens, sessions, consents])
    case .person(let subject):
      (column, name, tables) = ("subject", try .text(subject.rawValue), [codes, devices, tokens, consents])
    }
    self.work = work
    self.clock = clock
  }

  /// Goes through each table in the order of its keys, so that a server that runs meanwhile waits for few rows at a time.
  func remove() async throws {
    for table in tables {
      var position: DatabaseValue? = table.isNamed ? try .text("") : .octets([])
      while let start = position {
        position = try await step(table, after: start)
        try await Task.sleep(for: Self.pause)
      }
    }
  }

  /// - Returns: the key of the last row that was looked at; nil at the end of the table.
  private func step(_ table: Table, after start: DatabaseValue) async throws -> DatabaseValue? {
    // As long as a server refuses tokens of a grant that it ends itself.
    let refusal = DatabaseValue.moment(clock.now().addingTimeInterval(3_600))
    return try await work.write { [column, name] database in
      let end = try database.first(
        "SELECT \(table.key) FROM \(table.name) WHERE \(table.key) > ? ORDER BY \(table.key) LIMIT 1 OFFSET ?",
        [start, .integer(Self.rowsPerStep - 1)]
      ) { try $0.key(isText: table.isNamed) }
      let range = "\(table.key) > ?" + (end == nil ? "" : " AND \(table.key) <= ?")
      let theirs = "\(table.name) WHERE \(range) AND \(column) = ?"
      let values = [start] + (end.map { [$0] } ?? []) + [name]
      if let ownGrants = table.ownGrants {
        // What is being made of them meanwhile is refused, or unknown: it may lie before the place that was reached.
        try database.run(
          """
          INSERT INTO revoked_grants (grant_id, refused_until, sweep_round)
            SELECT DISTINCT grant_id, ?, (SELECT round FROM sweeps WHERE name = 'issued_tokens') FROM \(theirs) AND \(ownGrants)
            ON CONFLICT (grant_id) DO UPDATE SET refused_until = max(refused_until, excluded.refused_until)
          """, [refusal] + values)
      }
      try database.run("DELETE FROM \(theirs)", values)
      return end
    }
  }
}

extension Columns {
  fileprivate mutating func key(isText: Bool) throws -> DatabaseValue {
    isText ? try .text(text()) : .octets(try octets())
  }
}
