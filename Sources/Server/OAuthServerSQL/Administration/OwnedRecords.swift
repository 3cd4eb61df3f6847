internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

/// Everything that belongs to a client or to a user's approvals: codes, tokens, requests, sign-ins
/// and consents.
struct OwnedRecords: Sendable {
  /// The client or user.
  enum Owner: Sendable {
    case client(String)
    /// A user; what is the user's at one client, if it is given.
    case user(Subject, client: String?)
    /// All users and clients, but for consents.
    case everyone
  }

  private struct Table: Sendable {
    let name: String
    let key: String
    /// Whether the keys are texts, not blobs.
    var isNamed = false
    /// The SQL condition for rows whose grant is the owner's; `nil` if the table has no grants.
    var ownGrants: String?
  }

  /// The rows of each transaction.
  static var rowsPerStep: Int64 { 1_000 }
  /// The pause between two transactions, in which a running server writes.
  static var pause: Duration { .milliseconds(10) }

  /// The SQL condition for the owner's rows, with its values.
  private let condition: String
  private let values: [SQLValue]
  /// The tables. Those of codes come before the tokens, because codes are redeemed for tokens.
  private let tables: [Table]
  private let work: any SQLWork
  private let clock: WallClock

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(of owner: Owner, in work: any SQLWork, clock: WallClock) throws {
    let requests = Table(name: "pushed_requests", key: "hash")
    let codes = Table(name: "authorization_codes", key: "hash", ownGrants: "1 = 1")
    let devices = Table(name: "device_codes", key: "device_code")
    var tokens = Table(name: "issued_tokens", key: "hash", ownGrants: "1 = 1")
    let sessions = Table(name: "session_grants", key: "session", isNamed: true)
    let consents = Table(name: "consents", key: "subject", isNamed: true)
    switch owner {
    case .client(let id):
      // An access token may come from a token exchange: then its grant is another client's, and
      // goes on.
      tokens.ownGrants = "kind = 2"
      (condition, values) = ("client = ?", [try .storable(id)])
      tables = [requests, codes, devices, tokens, sessions, consents]
    case .everyone:
      (condition, values) = ("1 = 1", [])
      tables = [requests, codes, devices, tokens]
    case .user(let subject, client: nil):
      (condition, values) = ("subject = ?", [try .storable(subject.rawValue)])
      tables = [codes, devices, tokens, consents]
    case .user(let subject, client: let client?):
      (condition, values) = ("subject = ? AND client = ?", [try .storable(subject.rawValue), try .storable(client)])
      tokens.ownGrants = "kind = 2"
      tables = [codes, devices, tokens, consents]
    }
    self.work = work
    self.clock = clock
  }

  /// Removes the rows of each table in the order of its keys, in short transactions, so that a
  /// running server doesn't wait.
  func remove() async throws {
    for table in tables {
      var position: SQLValue? = table.isNamed ? try .storable("") : .bytes([])
      while let start = position {
        position = try await step(table, after: start)
        try await Task.sleep(for: Self.pause)
      }
    }
  }

  /// - Returns: The key of the last row that was read; `nil` at the end of the table.
  private func step(_ table: Table, after start: SQLValue) async throws -> SQLValue? {
    // The same time for which a server refuses tokens of a grant that it revokes.
    let refusal = SQLValue.moment(clock.now().addingTimeInterval(3_600))
    return try await work.write(locking: [.longStep]) { [condition, owner = values] database in
      let end = try database.first(
        "SELECT \(table.key) FROM \(table.name) WHERE \(table.key) > ? ORDER BY \(table.key) LIMIT 1 OFFSET ?",
        [start, .integer(Self.rowsPerStep - 1)]
      ) { try $0.key(isText: table.isNamed) }
      let range = "\(table.key) > ?" + (end == nil ? "" : " AND \(table.key) <= ?")
      let theirs = "\(table.name) WHERE \(range) AND \(condition)"
      let values = [start] + (end.map { [$0] } ?? []) + owner
      if let ownGrants = table.ownGrants {
        // A request under way may save a token before the position that was reached. The mark makes
        // it unknown.
        try database.perform(
          """
          INSERT INTO revoked_grants (grant_id, refused_until, sweep_round)
            SELECT DISTINCT grant_id, ?, (SELECT round FROM sweeps WHERE name = 'issued_tokens')
              FROM \(theirs) AND \(ownGrants)
            ON CONFLICT (grant_id) DO UPDATE SET refused_until = excluded.refused_until
              WHERE revoked_grants.refused_until < excluded.refused_until
          """, [refusal] + values)
      }
      try database.perform("DELETE FROM \(theirs)", values)
      return end
    }
  }
}

extension Columns {
  fileprivate mutating func key(isText: Bool) throws -> SQLValue {
    isText ? try .storable(text()) : .bytes(try bytes())
  }
}
