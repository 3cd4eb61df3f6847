internal import Dispatch
internal import GRDB
internal import OAuthServer
internal import OAuthServerSQL

/// The work on one database: a writer thread that commits in groups, a reader thread, and look-ups
/// on the caller's thread.
///
/// A read sees every write that returned before the read began, in this process or another one,
/// because its transaction begins afterwards.
struct DatabaseWork: SQLWork {
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

  /// Changes the database in one atomic step. The writer's thread is the only one that changes it,
  /// so that the locks and the first statement have no use here.
  func write<Result: Sendable>(
    locking locks: [SQLLock], first: SQLStatement?, _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await write { try body($0) }
  }

  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { writer.submit(SQLiteJob(body, $0)) }
  }

  func submit(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Void,
    failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    writer.submit(SQLiteJob({ try body($0) }, failed: failed))
  }

  /// Finds one row by its key, on the caller's thread.
  ///
  /// In WAL mode no writer blocks a reader, and such a row is nearly always in memory. Waking
  /// another thread and being woken by it takes several times longer than the look-up. Use
  /// ``read(_:)`` for more than one row.
  func find<Result: Sendable>(
    _ sql: String, _ arguments: [SQLValue], _ convert: @escaping @Sendable (inout Columns) throws -> Result
  ) throws -> Result? {
    do {
      return try lookups.first(sql, arguments, convert)
    } catch {
      throw ServerDatabaseError(during: error)
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await read { (database: Database) in try body(database) }
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { reader.submit(SQLiteJob(body, $0)) }
  }

  /// Waits for the work in progress, closes the look-ups' connections, and runs `end`. Work that begins
  /// later fails.
  func close(_ end: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        writer.close()
        reader.close()
        lookups.close()
        end()
        continuation.resume()
      }
    }
  }

  private static func read(_ jobs: [SQLiteJob], _ pool: DatabasePool) {
    var answers: [SQLiteJob.Answer] = []
    do {
      try pool.read { database in
        answers = jobs.map { job in
          do { return try job.work(database) } catch { return { job.fail(during: error) } }
        }
      }
    } catch {
      // The snapshot could not be opened, or was lost.
      answers = jobs.map { job in { job.fail(during: error) } }
    }
    for answer in answers { answer() }
  }
}
