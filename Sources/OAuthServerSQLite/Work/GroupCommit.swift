#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import GRDB

/// One transaction for many jobs: one commit for all, and only then the answers.
///
/// Jobs hardly ever fail, so all of them are done as if none did. If one does, everything is undone and done again, each job in a
/// savepoint of its own, so that only what failed stays undone.
struct GroupCommit {
  private var jobs: [DatabaseJob]

  init(_ jobs: [DatabaseJob]) {
    self.jobs = jobs
  }

  /// Does the jobs. A job that fails is undone alone; if the commit fails, all of them are, and all are told.
  ///
  /// - Parameter more: what has come meanwhile: it is in time for the same commit.
  mutating func run(_ database: Database, _ more: () -> [DatabaseJob]) {
    do {
      let answers = try together(database, more) ?? apart(database)
      for answer in answers { answer() }
    } catch {
      // If undoing fails too, closing or killing the process undoes it: nothing was committed.
      if database.isInsideTransaction { try? database.rollback() }
      for job in jobs { job.fail(error) }
    }
  }

  /// - Returns: `nil` if a job failed, and nothing is done then.
  /// - Throws: what ended the transaction for all.
  private mutating func together(_ database: Database, _ more: () -> [DatabaseJob]) throws -> [DatabaseJob.Answer]? {
    try begin(database)
    var answers: [DatabaseJob.Answer] = []
    do {
      var hasYielded = false
      while answers.count < jobs.count {
        for job in jobs[answers.count...] { answers.append(try job.work(database)) }
        guard jobs.count < WorkLane.largestBatch else { break }
        jobs += more()
        if answers.count == jobs.count, !hasYielded {
          // Whoever is about to come with a job does so first: that is sooner than after the commit.
          sched_yield()
          hasYielded = true
          jobs += more()
        }
      }
    } catch {
      // Nobody else is concerned.
      guard jobs.count > 1 else { throw error }
      try database.rollback()
      return nil
    }
    try commit(database)
    return answers
  }

  /// - Throws: what ended the transaction for all.
  private func apart(_ database: Database) throws -> [DatabaseJob.Answer] {
    try begin(database)
    let answers = try jobs.map { try answer(to: $0, database) }
    try commit(database)
    return answers
  }

  // Like GRDB's own, but compiled once.
  private func begin(_ database: Database) throws { try database.run("BEGIN IMMEDIATE TRANSACTION") }
  private func commit(_ database: Database) throws { try database.run("COMMIT TRANSACTION") }

  /// - Throws: what ended the whole transaction.
  private func answer(to job: DatabaseJob, _ database: Database) throws -> DatabaseJob.Answer {
    try database.run("SAVEPOINT job")
    do {
      let answer = try job.work(database)
      try database.run("RELEASE job")
      return answer
    } catch {
      // A full disk, for example, makes SQLite undo the transaction by itself: what the others did is gone as well.
      guard database.isInsideTransaction else { throw error }
      try database.run("ROLLBACK TO job")
      try database.run("RELEASE job")
      return { job.fail(error) }
    }
  }
}
