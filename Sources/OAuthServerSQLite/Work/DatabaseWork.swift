internal import GRDB

/// The work on one database: a writer thread that commits in groups, a reader thread, and look-ups
/// on the caller's thread.
///
/// A read sees every write that returned before the read began, in this process or another one,
/// because its transaction begins afterwards.
struct DatabaseWork: Sendable {
  /// The receiver of the commits' durations.
  let commits: CommitReport
  private let lookups: Lookups
  private let writer: WorkLane
  private let reader: WorkLane

  init(_ pool: DatabasePool) {
    let commits = CommitReport()
    self.commits = commits
    lookups = Lookups(pool)
    writer = WorkLane("pixy.database.writer") { jobs, more in
      pool.writeWithoutTransaction { database in
        var group = GroupCommit(jobs, commits)
        group.run(database, more)
      }
    }
    reader = WorkLane("pixy.database.reader") { jobs, _ in Self.read(jobs, pool) }
  }

  /// Changes the database in one atomic step, and returns when the change is on the disk.
  ///
  /// - Parameter body: The change, called on the writer's thread, in a transaction that it may
  ///   share with others. If it throws, its changes are undone. If it or another one throws, it is
  ///   called a second time after everything was undone. So it may read only the database and
  ///   constants, and change only the database.
  /// - Throws: ``ServerDatabaseError``. Nothing was changed.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { writer.submit(DatabaseJob(body, $0)) }
  }

  /// Changes the database with one of the next commits, and returns at once.
  ///
  /// - Parameters:
  ///   - body: The change, as for ``write(_:)``.
  ///   - failed: Called on the writer's thread if nothing was changed.
  func submit(
    _ body: @escaping @Sendable (Database) throws -> Void, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    writer.submit(DatabaseJob(body, failed: failed))
  }

  /// Finds one row by its key, on the caller's thread.
  ///
  /// In WAL mode no writer blocks a reader, and such a row is nearly always in memory. Waking
  /// another thread and being woken by it takes several times longer than the look-up. Use
  /// ``read(_:)`` for more than one row.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is a transaction of its own. A constant, because it is compiled
  ///     once.
  ///   - arguments: One value for each question mark.
  ///   - read: Converts the row.
  /// - Returns: `nil` if there is no row.
  /// - Throws: ``ServerDatabaseError``.
  func find<Result: Sendable>(
    _ sql: String, _ arguments: [DatabaseValue], _ read: @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    do {
      return try lookups.first(sql, arguments, read)
    } catch {
      throw ServerDatabaseError(during: error)
    }
  }

  /// Reads any number of rows, on another thread.
  ///
  /// - Throws: ``ServerDatabaseError``.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { reader.submit(DatabaseJob(body, $0)) }
  }

  private static func read(_ jobs: [DatabaseJob], _ pool: DatabasePool) {
    var answers: [DatabaseJob.Answer] = []
    do {
      try pool.read { database in
        answers = jobs.map { job in
          do { return try job.work(database) } catch { return { job.fail(error) } }
        }
      }
    } catch {
      // The snapshot could not be opened, or was lost.
      answers = jobs.map { job in { job.fail(error) } }
    }
    for answer in answers { answer() }
  }
}
