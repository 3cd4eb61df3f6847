#if SQLite
internal import GRDB
internal import OAuthServer

/// What was given to a client, or in a person's name, and what was allowed: codes, tokens, requests and consents.
struct Remains: Sendable {
  /// Whose they are, as the tables say it.
  enum Owner: Sendable {
    case client(String)
    case person(Subject)
  }

  /// So many rows are looked at in each transaction.
  static var rowsPerStep: Int64 { 1_000 }

  private let column: String
  private let name: DatabaseValue
  /// Each table, and its key. What tokens are made of comes before them.
  private let tables: [(name: String, key: String)]
  private let work: DatabaseWork

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(of owner: Owner, in work: DatabaseWork) throws {
    let redeemable = [("authorization_codes", "hash"), ("device_codes", "device_code"), ("issued_tokens", "hash")]
    switch owner {
    case .client(let id): (column, name, tables) = ("client", try .text(id), [("pushed_requests", "hash")] + redeemable)
    case .person(let subject): (column, name, tables) = ("subject", try .text(subject.rawValue), redeemable)
    }
    self.work = work
  }

  /// Goes through each table in the order of its keys, so that a server that runs meanwhile waits for few rows at a time.
  func remove() async throws {
    for table in tables {
      var position: [UInt8]? = []
      while let start = position {
        try Task.checkCancellation()
        position = try await step(table.name, table.key, after: start)
      }
    }
    // There is one of each person for each client.
    try await work.write { [column, name] in
      _ = try $0.run("DELETE FROM consents WHERE \(column) = ?", [name])
    }
  }

  /// - Returns: the key of the last row that was looked at; nil at the end of the table.
  private func step(_ table: String, _ key: String, after position: [UInt8]) async throws -> [UInt8]? {
    let start = DatabaseValue.octets(position)
    return try await work.write { [column, name] database in
      let end = try database.first(
        "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET ?",
        [start, .integer(Self.rowsPerStep - 1)]
      ) { try $0.octets() }
      guard let end else {
        try database.run("DELETE FROM \(table) WHERE \(key) > ? AND \(column) = ?", [start, name])
        return nil
      }
      try database.run(
        "DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ? AND \(column) = ?", [start, .octets(end), name])
      return end
    }
  }
}
#endif
