#if SQLite
internal import GRDB

/// One transaction for many jobs: each in a savepoint of its own, one commit for all, and only then the answers.
struct GroupCommit {
  private let jobs: [DatabaseJob]

  init(_ jobs: [DatabaseJob]) {
    self.jobs = jobs
  }

  /// Does the jobs. A job that fails is undone alone; if the commit fails, all of them are, and all are told.
  func run(_ database: Database) {
    do {
      try database.beginTransaction(.immediate)
      let answers = try jobs.map { try answer(to: $0, database) }
      try database.commit()
      for answer in answers { answer() }
    } catch {
      // If undoing fails too, closing or killing the process undoes it: nothing was committed.
      if database.isInsideTransaction { try? database.rollback() }
      for job in jobs { job.fail(error) }
    }
  }

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
#endif
