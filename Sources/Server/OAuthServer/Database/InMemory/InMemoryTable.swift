/// Rows by their key. Each time their number has doubled, the rows that are no longer needed are
/// removed. So the work for each row is constant, and at most about half of the rows are superfluous.
struct InMemoryTable<Key: Hashable & Sendable, Row: Sendable>: Sendable {
  private(set) var rows: [Key: Row] = [:]
  private var threshold = Self.smallest

  private static var smallest: Int { 1_024 }

  subscript(key: Key) -> Row? {
    get { rows[key] }
    set { rows[key] = newValue }
  }

  var count: Int { rows.count }

  /// Whether the number of rows has doubled since the last sweep.
  var isSweepDue: Bool { rows.count >= threshold }

  /// Removes the rows that aren't needed, if their number has doubled since the last sweep.
  mutating func sweepIfDue(keeping isNeeded: (Row) -> Bool) {
    if isSweepDue { sweep(keeping: isNeeded) }
  }

  /// Removes the rows that aren't needed.
  mutating func sweep(keeping isNeeded: (Row) -> Bool) {
    rows = rows.filter { isNeeded($0.value) }
    threshold = max(Self.smallest, rows.count * 2)
  }
}
