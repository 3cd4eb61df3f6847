internal import GRDB

/// The work on one database: a single writer that commits in groups, a reader beside it, and look-ups where they are asked for.
///
/// A read sees every write that was acknowledged before the read was asked for, in this process or another one: it begins its
/// transaction afterwards.
struct DatabaseWork: Sendable {
  private let lookups: Lookups
  private let writer: WorkLane
  private let reader: WorkLane

  init(_ pool: DatabasePool) {
    lookups = Lookups(pool)
    writer = WorkLane("pixy.database.writer") { jobs, more in
      pool.writeWithoutTransaction { database in
        var group = GroupCommit(jobs)
        group.run(database, more)
      }
    }
    reader = WorkLane("pixy.database.reader") { jobs, _ in Self.read(jobs, pool) }
  }

  /// Whether this is the work on the same database, so that one transaction can do what two stores are asked for.
  func isSame(as other: DatabaseWork) -> Bool { writer === other.writer }

  /// Does something that changes the database, in one atomic step, and returns when it is on the disk.
  ///
  /// - Parameter body: called on another thread, possibly within a transaction that others share. If it throws, nothing of what it did
  ///   stays. If it or another one throws, it is called once more, with everything undone: so it may depend on the database and on what
  ///   never changes, and have an effect on the database alone.
  /// - Throws: ``ServerDatabaseError``; nothing was changed then.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { writer.submit(DatabaseJob(body, $0)) }
  }

  /// Finds one row by its key, on the thread that asks.
  ///
  /// In WAL mode no writer holds a reader up, and such a row is nearly always in memory: waking another thread, and being woken by
  /// it, takes several times longer than the look-up. What reads more than a row belongs into ``read(_:)``.
  /// - Parameters:
  ///   - sql: a text that never changes: one statement, which is a transaction of its own.
  ///   - arguments: as many values as there are question marks.
  ///   - read: makes something of the row.
  /// - Returns: `nil` if there is no such row.
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
      // The snapshot couldn't be opened, or was lost.
      answers = jobs.map { job in { job.fail(error) } }
    }
    for answer in answers { answer() }
  }
}
