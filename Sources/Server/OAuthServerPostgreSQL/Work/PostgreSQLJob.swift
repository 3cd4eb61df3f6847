internal import OAuthServer
internal import OAuthServerSQL

/// A job, with what is known of it before its transaction begins.
struct PostgreSQLJob: Sendable {
  /// Resumes the caller.
  typealias Answer = DatabaseJob<any SQLTransaction>.Answer

  private let job: DatabaseJob<any SQLTransaction>
  let locks: [SQLLock]
  let first: SQLStatement?
  let end: ContinuousClock.Instant
  /// Whether a connection broke while it did this job, so that the job may be committed already.
  var isRepeated = false

  /// Whether the job gets a transaction of its own, so that no short job waits for it.
  var isLongStep: Bool { locks.contains(.longStep) }

  /// - Parameters:
  ///   - job: The work and its caller.
  ///   - locks: The names that are locked before the work begins.
  ///   - first: The statement that the work executes first, if it is known.
  ///   - end: The moment after which the caller gets an error instead of another attempt.
  init(
    _ job: DatabaseJob<any SQLTransaction>, locking locks: [SQLLock] = [], first: SQLStatement? = nil,
    until end: ContinuousClock.Instant
  ) {
    self.job = job
    self.locks = locks
    self.first = first
    self.end = end
  }

  /// Does the work. It is done again if the transaction was undone, or if its commit is in doubt.
  ///
  /// - Parameters:
  ///   - connection: The connection, in a transaction.
  ///   - result: The result of the first statement, if it was executed already.
  func run(on connection: PostgreSQLConnection, first result: PostgreSQLResult? = nil) throws -> Answer {
    let firstResult = first.flatMap { first in result.map { (sql: first.sql, result: $0) } }
    return try job.work(PostgreSQLTransaction(connection, first: firstResult, isRepeated: isRepeated))
  }

  /// Resumes the caller with an error.
  func fail(_ error: any Error) { job.fail(ServerDatabaseError(during: error)) }
}
