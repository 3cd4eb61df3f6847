internal import OAuthServer
internal import OAuthServerSQL

/// One transaction for many jobs: one commit for all, and the answers after it.
///
/// The names that the jobs lock, and their first statements, go to the server together. So a batch of
/// short jobs takes two round trips, however many jobs it has.
struct PostgreSQLBatch {
  private let connection: PostgreSQLConnection
  private let commits: CommitReport

  init(on connection: PostgreSQLConnection, _ commits: CommitReport) {
    self.connection = connection
    self.commits = commits
  }

  /// Runs the jobs in one transaction. If one fails, all are undone and run again, each in a
  /// transaction of its own.
  ///
  /// - Returns: The jobs' answers, and the failures of jobs that were undone.
  /// - Throws: `PostgreSQLFailure.lost`, after which the connection can't be used. Some jobs may have
  ///   been committed.
  func run(_ jobs: [PostgreSQLJob]) throws -> [PostgreSQLJob.Answer] {
    do {
      return try together(jobs)
    } catch let failure as PostgreSQLFailure {
      if case .lost = failure { throw failure }
    } catch {}
    try connection.recover()
    return try jobs.map { try alone($0) }
  }

  /// Runs a job in a transaction of its own, three times if others are in its way.
  private func alone(_ job: PostgreSQLJob) throws -> PostgreSQLJob.Answer {
    var attempts = 0
    while true {
      attempts += 1
      do {
        return try together([job])[0]
      } catch {
        if case PostgreSQLFailure.lost = error { throw error }
        try connection.recover()
        if attempts < 3, let failure = error as? PostgreSQLFailure, failure.isWorthRepeating { continue }
        return { job.fail(error) }
      }
    }
  }

  private func together(_ jobs: [PostgreSQLJob]) throws -> [PostgreSQLJob.Answer] {
    let firsts = announced(by: jobs)
    try connection.send("BEGIN", [])
    let locks = Set(jobs.flatMap(\.locks)).sorted()
    if !locks.isEmpty {
      try connection.send(
        // Servers in other schemas of the database have locks with other names.
        """
        SELECT pg_advisory_xact_lock(name::bigint # hashtextextended(current_schema(), 0))
          FROM unnest(string_to_array(?, ',')) AS name
        """,
        [.text(locks.map { String($0.number) }.joined(separator: ","))])
    }
    for first in firsts { if let first { try connection.send(first.sql, first.arguments) } }
    // The results come in the order of the statements.
    _ = try connection.next()
    if !locks.isEmpty { _ = try connection.next() }
    let results = try firsts.map { try $0.map { _ in try connection.next() } }
    var answers: [PostgreSQLJob.Answer] = []
    for (job, result) in zip(jobs, results) { answers.append(try job.run(on: connection, first: result)) }
    do {
      try commits.measure { try commit() }
    } catch {
      if case PostgreSQLFailure.lost = error { commits.report?(.inDoubt) }
      throw error
    }
    return answers
  }

  /// Commits. The message is a record in the log that changes nothing: PostgreSQL makes only
  /// transactions with a record wait for the standby. A transaction that only read may have read what
  /// another one committed and no standby has yet, and a failover would then undo an answer.
  private func commit() throws {
    try connection.send("SELECT 1 FROM pg_logical_emit_message(true, 'pixy', '')", [])
    try connection.send("COMMIT", [])
    let result = try connection.synchronize()
    guard result?.command == "COMMIT" else { throw PostgreSQLFailure.rejected(SQLState(code: "40000")) }
  }

  /// Returns the jobs' first statements, but for jobs that have a lock in common with an earlier job,
  /// whose changes they must see.
  private func announced(by jobs: [PostgreSQLJob]) -> [SQLStatement?] {
    var knownLocks: Set<SQLLock> = []
    return jobs.map { job in
      defer { knownLocks.formUnion(job.locks) }
      return knownLocks.isDisjoint(with: job.locks) ? job.first : nil
    }
  }
}
