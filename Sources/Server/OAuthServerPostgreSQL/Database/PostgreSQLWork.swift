internal import OAuthServer
internal import OAuthServerSQL

/// The work on one database: connections that change it and commit in groups, and connections that
/// only read.
///
/// A read sees every write that returned before the read began, in this process or another one,
/// because each statement sees what was committed when it began.
struct PostgreSQLWork: SQLWork {
  /// The longest time for which a row is looked up. A look-up that fails loses nothing, so that pages and
  /// introspection answer soon while no server does.
  private static let lookupTimeout = Duration.seconds(4)

  /// The receiver of the commits' durations.
  let commits: CommitReport
  private let timeout: Duration
  private let writers: ConnectionLanes
  private let readers: ConnectionLanes
  /// The look-ups that a replica may answer; `nil` without one.
  private let replica: ReplicaLookups?

  /// - Parameters:
  ///   - address: The connection string.
  ///   - count: The number of connections that change the database; half as many read.
  ///   - timeout: The time for which a job is attempted while no server answers.
  ///   - clock: Reads the server's clock with each new connection.
  ///   - replica: The look-ups that a replica may answer; `nil` without one.
  init(
    _ address: String, connections count: Int, timeout: Duration, clock: DatabaseClock, replica: ReplicaLookups? = nil
  ) {
    self.replica = replica
    let commits = CommitReport()
    self.commits = commits
    self.timeout = timeout
    let open: @Sendable (Duration) throws -> PostgreSQLConnection = { timeout in
      let connection = try PostgreSQLConnection(address, timeout: timeout)
      try clock.read(from: connection)
      return connection
    }
    writers = ConnectionLanes("pixy.database.writer", count: count, open: open) { jobs, connection in
      try PostgreSQLBatch(on: connection, commits).run(jobs)
    }
    readers = ConnectionLanes("pixy.database.reader", count: (count + 1) / 2, open: open, perform: Self.read)
  }

  var connectionUse: ConnectionUse {
    let (writing, reading) = (writers.use, readers.use)
    return ConnectionUse(open: writing.open + reading.open, waiting: writing.waiting + reading.waiting)
  }

  private var end: ContinuousClock.Instant { .now + timeout }

  func write<Result: Sendable>(
    locking locks: [SQLLock], first: SQLStatement?, _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation {
      writers.submit(PostgreSQLJob(DatabaseJob(body, $0), locking: locks, first: first, until: end))
    }
  }

  func submit(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Void,
    failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    writers.submit(PostgreSQLJob(DatabaseJob(body, failed: failed), until: end))
  }

  func find<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @escaping @Sendable (inout Columns) throws -> Result
  ) async throws -> Result? {
    if LookupFreshness.mayBeBehind, let row = await replica?.find(sql, arguments, convert) { return row }
    return try await withCheckedThrowingContinuation { continuation in
      readers.submit(
        PostgreSQLJob(
          DatabaseJob({ try $0.first(sql, arguments, convert) }, continuation),
          first: SQLStatement(sql, arguments), until: .now + min(timeout, Self.lookupTimeout)))
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { readers.submit(PostgreSQLJob(DatabaseJob(body, $0), until: end)) }
  }

  /// Does jobs that only read, each statement in a transaction of its own. The first statements of all
  /// jobs go to the server together.
  private static func read(
    _ jobs: [PostgreSQLJob], _ connection: PostgreSQLConnection
  ) throws -> [PostgreSQLJob.Answer] {
    var results: [PostgreSQLResult?] = jobs.map { _ in nil }
    do {
      results = try connection.results(of: jobs.map(\.first))
    } catch PostgreSQLFailure.rejected {
      // Each job executes its statement by itself.
      try connection.recover()
    }
    return try zip(jobs, results).map { job, result in
      do {
        let answer = try job.run(on: connection, first: result)
        if result == nil { try connection.synchronize() }
        return answer
      } catch {
        if case PostgreSQLFailure.lost = error { throw error }
        try connection.recover()
        return { job.fail(error) }
      }
    }
  }
}
