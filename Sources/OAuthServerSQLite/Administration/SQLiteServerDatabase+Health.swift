internal import FoundationBasics
internal import GRDB

extension SQLiteServerDatabase {
  /// The size of the file and its write-ahead log in bytes, for metrics; 0 if they can't be read.
  public var byteCount: Int64 {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: pool.path + suffix)
      return sum + (attributes?[.size] as? Int64 ?? 0)
    }
  }

  /// Reports the duration of each commit from now on, for metrics.
  ///
  /// - Parameter report: Called on the writer's thread after each commit, which has the changes of one
  ///   or many requests. It has to return at once.
  public func reportCommits(to report: @escaping @Sendable (Duration) -> Void) {
    work.commits.report = report
  }

  /// Checks that the database can be written, by a commit that changes nothing.
  ///
  /// A readiness probe calls it every few seconds. A full disk or a file system that became read-only
  /// fails it, although reads go on.
  /// - Throws: ``ServerDatabaseError``.
  public func checkWritable() async throws {
    // No code reads this number of SQLite's header. Setting it writes a page even if it is the same.
    try await work.write { _ = try $0.run("PRAGMA user_version = 0") }
  }
}
