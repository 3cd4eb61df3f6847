internal import CLibrary
internal import GRDB
internal import OAuthServerSQL

/// One transaction for many jobs: one commit for all, and the answers after it.
///
/// Jobs rarely fail, so all of them first run without savepoints. If one fails, everything is
/// undone and runs again, each job in a savepoint of its own, so that only the failed job stays
/// undone.
struct GroupCommit {
  private var jobs: [SQLiteJob]
  private let commits: CommitReport

  init(_ jobs: [SQLiteJob], _ commits: CommitReport) {
    self.jobs = jobs
    self.commits = commits
  }

  /// Runs the jobs. A job that fails is undone by itself. If the commit fails, all jobs are undone
  /// and all callers get the error.
  ///
  /// - Parameter more: Takes the jobs that have arrived meanwhile, which join the same commit.
  mutating func run(_ database: Database, _ more: () -> [SQLiteJob]) {
    do {
      let answers = try together(database, more) ?? apart(database)
      for answer in answers { answer() }
    } catch {
      // If the rollback fails too, SQLite undoes the transaction when the connection closes:
      // nothing was committed.
      if database.isInsideTransaction { try? database.rollback() }
      for job in jobs { job.fail(during: error) }
    }
  }

  /// - Returns: `nil`, with nothing changed, if a job failed.
  /// - Throws: The error that ended the transaction for all.
  private mutating func together(_ database: Database, _ more: () -> [SQLiteJob]) throws -> [SQLiteJob.Answer]? {
    try begin(database)
    var answers: [SQLiteJob.Answer] = []
    do {
      var hasYielded = false
      while answers.count < jobs.count {
        for job in jobs[answers.count...] { answers.append(try job.work(database)) }
        guard jobs.count < WorkLane.largestBatch else { break }
        jobs += more()
        if answers.count == jobs.count, !hasYielded {
          // Threads that are about to submit a job do it now, which is sooner than after the
          // commit.
          sched_yield()
          hasYielded = true
          jobs += more()
        }
      }
    } catch {
      // A single job has failed, and there is nothing to repeat.
      guard jobs.count > 1 else { throw error }
      try database.rollback()
      return nil
    }
    try commit(database)
    return answers
  }

  /// - Throws: The error that ended the transaction for all.
  private func apart(_ database: Database) throws -> [SQLiteJob.Answer] {
    try begin(database)
    let answers = try jobs.map { try answer(to: $0, database) }
    try commit(database)
    return answers
  }

  // The same as GRDB's, but compiled once.
  private func begin(_ database: Database) throws { try database.run("BEGIN IMMEDIATE TRANSACTION") }
  private func commit(_ database: Database) throws {
    try commits.measure { try database.run("COMMIT TRANSACTION") }
  }

  /// - Throws: The error that ended the transaction for all.
  private func answer(to job: SQLiteJob, _ database: Database) throws -> SQLiteJob.Answer {
    try database.run("SAVEPOINT job")
    do {
      let answer = try job.work(database)
      try database.run("RELEASE job")
      return answer
    } catch {
      // On a full disk, for example, SQLite undoes the whole transaction, with the changes of the
      // other jobs.
      guard database.isInsideTransaction else { throw error }
      try database.run("ROLLBACK TO job")
      try database.run("RELEASE job")
      return { job.fail(during: error) }
    }
  }
}
