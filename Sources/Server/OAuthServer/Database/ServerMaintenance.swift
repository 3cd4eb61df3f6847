/// The upkeep of a durable database by the program that runs the server: the removal of expired
/// rows, and the values of its health checks and metrics.
public protocol ServerMaintenance: Sendable {
  /// Removes the rows that have expired by now, once through all tables, a thousand rows in each
  /// transaction.
  ///
  /// - Parameter pause: The pause between two steps.
  /// - Returns: The number of removed rows.
  /// - Throws: ``ServerDatabaseError``; `CancellationError` if the task is cancelled, after a whole
  ///   step.
  @discardableResult
  func sweepOnce(pause: Duration) async throws -> Int

  /// Checks that the database can be written, by a commit that changes nothing.
  ///
  /// A readiness probe calls it every few seconds. A full disk fails it, although reads go on.
  /// - Throws: ``ServerDatabaseError``.
  func checkWritable() async throws

  /// Reports each commit from now on, for metrics.
  ///
  /// - Parameter report: Called on a thread of the database after each commit, which has the changes
  ///   of one or many requests. It has to return at once.
  func reportCommits(to report: @escaping @Sendable (CommitOutcome) -> Void)

  /// The size of the database in bytes, for metrics; `nil` if it can't be read.
  var byteCount: Int64? { get async }

  /// The age of a read replica's contents when it was last read, for metrics; `nil` if there is no
  /// replica, which is the default.
  var replicaAge: Duration? { get }

  /// The use of the connections to the database's server, for metrics; `nil` if the database has no
  /// server, which is the default.
  var connectionUse: ConnectionUse? { get }
}

extension ServerMaintenance {
  /// `nil`: there is no replica.
  public var replicaAge: Duration? { nil }

  /// `nil`: the database has no server.
  public var connectionUse: ConnectionUse? { nil }

  /// Removes the rows that have expired by now, without pauses.
  ///
  /// - Returns: The number of removed rows.
  /// - Throws: ``ServerDatabaseError``; `CancellationError`.
  @discardableResult
  public func sweepOnce() async throws -> Int { try await sweepOnce(pause: .zero) }

  /// Removes expired rows, again and again, until the task is cancelled.
  ///
  /// Run it in a task of its own beside the server. Several processes may run it. Each step reads a
  /// thousand rows in one transaction, which takes a few milliseconds, and requests are answered
  /// between the steps. Ten million tokens take some minutes. Without it the server works, and the
  /// database grows.
  ///
  /// - Parameters:
  ///   - interval: The pause after all tables. Default: five minutes.
  ///   - pause: The pause between two steps. Default: 10 ms.
  ///   - failed: Receives each error. The sweep goes on after the interval, because a full disk may
  ///     have room later.
  public func sweep(
    every interval: Duration = .seconds(300), pause: Duration = .milliseconds(10),
    failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) async {
    while !Task.isCancelled {
      do {
        try await sweepOnce(pause: pause)
      } catch is CancellationError {
        return
      } catch {
        failed(error as? ServerDatabaseError ?? ServerDatabaseError(.failed, String(describing: type(of: error))))
      }
      try? await Task.sleep(for: interval)
    }
  }
}
