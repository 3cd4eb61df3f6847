/// The rows that a copy has found and changed in one table.
public struct CopiedRows: Sendable, Hashable {
  /// The name of the table.
  public let table: String
  /// The number of rows in the source.
  public internal(set) var read = 0
  /// The number of rows that were missing in the target, or different there.
  public internal(set) var saved = 0
  /// The number of rows of the target that the source doesn't have.
  public internal(set) var removed = 0
}

extension SQLServerDatabase {
  /// Makes another database equal to this one.
  ///
  /// A server may run on this database, but not on the other one. Copy once while the server runs, stop
  /// it, and copy again: the second copy writes only what has changed since. Everything stays valid:
  /// sessions, codes, tokens and signing keys, whose sealing key isn't in the database.
  ///
  /// - Parameters:
  ///   - target: The other database. It gets the tables' rows, and loses those that this one doesn't
  ///     have.
  ///   - isDryRun: Whether the target stays as it is.
  /// - Returns: The rows that were found and changed, by table.
  /// - Throws: `ServerDatabaseError`; `CancellationError` if the task is cancelled. The copy is then
  ///   incomplete, and can be repeated.
  public func copy(to target: any SQLServerDatabase, isDryRun: Bool = false) async throws -> [CopiedRows] {
    var all: [CopiedRows] = []
    for table in CopiedTable.all {
      var tableRows = CopiedRows(table: table.name)
      var start: [SQLValue]?
      var isAtEnd = false
      while !isAtEnd {
        try Task.checkCancellation()
        let step = try await copyStep(of: table, after: start, to: target, isDryRun: isDryRun)
        tableRows.read += step.rows.read
        tableRows.saved += step.rows.saved
        tableRows.removed += step.rows.removed
        start = step.end
        isAtEnd = step.end == nil
      }
      all.append(tableRows)
    }
    if !isDryRun { try await target.connections.work.write(locking: [.longStep]) { try $0.continueNumbers() } }
    return all
  }

  /// Copies the next rows of a table.
  ///
  /// - Returns: The key of the last row that was read; `nil` at the end of the table.
  private func copyStep(
    of table: CopiedTable, after start: [SQLValue]?, to target: any SQLServerDatabase, isDryRun: Bool
  ) async throws -> (rows: CopiedRows, end: [SQLValue]?) {
    let limit = 1_000
    let source = try await work.read { try table.rows(after: start, limit: limit, in: $0) }
    let end = source.count < limit ? nil : source.last.map { Array($0.prefix(table.key.count)) }
    let rows = try await target.connections.work.write(locking: [.longStep]) { transaction in
      var tableRows = CopiedRows(table: table.name, read: source.count)
      var present: [[SQLValue]: [SQLValue]] = [:]
      var position = start
      while true {
        // The target may have more rows than the source between the same two keys.
        let rows = try table.rows(after: position, upTo: end, limit: limit, in: transaction)
        for row in rows { present[Array(row.prefix(table.key.count))] = row }
        guard rows.count == limit, let last = rows.last else { break }
        position = Array(last.prefix(table.key.count))
      }
      var missing: [[SQLValue]] = []
      for row in source where present.removeValue(forKey: Array(row.prefix(table.key.count))) != row {
        missing.append(row)
      }
      (tableRows.saved, tableRows.removed) = (missing.count, present.count)
      guard !isDryRun else { return tableRows }
      for key in present.keys { try table.remove(key, from: transaction) }
      for row in missing { try table.save(row, in: transaction) }
      return tableRows
    }
    return (rows, end)
  }
}
