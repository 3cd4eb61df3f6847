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
