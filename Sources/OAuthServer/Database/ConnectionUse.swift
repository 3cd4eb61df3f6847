/// The end of a commit, as a database reports it for metrics.
public enum CommitOutcome: Sendable, Hashable {
  /// The commit was acknowledged after this time.
  case committed(after: Duration)
  /// The connection broke before the commit was acknowledged. The database repeats its operations.
  case inDoubt
}

/// The use of a database's connections at a moment, for metrics.
public struct ConnectionUse: Sendable, Hashable {
  /// The number of open connections.
  public var open: Int
  /// The number of operations that wait for a connection.
  public var waiting: Int

  /// - Parameters:
  ///   - open: The number of open connections.
  ///   - waiting: The number of operations that wait for a connection.
  public init(open: Int, waiting: Int) {
    self.open = open
    self.waiting = waiting
  }
}
