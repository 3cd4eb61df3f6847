#if SQLite
internal import GRDB

/// What the database still has of a client that was removed.
struct ClientRemains: Sendable {
  /// So many rows are looked at in each transaction.
  static var rowsPerStep: Int64 { 1_000 }

  /// Each table with what a client was given, and its key.
  private static var tables: [(name: String, key: String)] {
    [
      ("authorization_codes", "hash"), ("issued_tokens", "hash"), ("device_codes", "device_code"),
      ("pushed_requests", "hash"),
    ]
  }

  let client: DatabaseValue
  let work: DatabaseWork

  /// Goes through each table in the order of its keys, so that a server that runs meanwhile waits for few rows at a time.
  func remove() async throws {
    for table in Self.tables {
      var position: [UInt8]? = []
      while let start = position {
        try Task.checkCancellation()
        position = try await step(table.name, table.key, after: start)
      }
    }
    // People allowed it once each.
    try await work.write { _ = try $0.run("DELETE FROM consents WHERE client = ?", [client]) }
  }

  /// - Returns: the key of the last row that was looked at; nil at the end of the table.
  private func step(_ table: String, _ key: String, after position: [UInt8]) async throws -> [UInt8]? {
    let start = DatabaseValue.octets(position)
    return try await work.write { database in
      let end = try database.first(
        "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET ?",
        [start, .integer(Self.rowsPerStep - 1)]
      ) { try $0.octets() }
      guard let end else {
        try database.run("DELETE FROM \(table) WHERE \(key) > ? AND client = ?", [start, client])
        return nil
      }
      try database.run(
        "DELETE FROM \(table) WHERE \(key) > ? AND \(key) <= ? AND client = ?", [start, .octets(end), client])
      return end
    }
  }
}
#endif
