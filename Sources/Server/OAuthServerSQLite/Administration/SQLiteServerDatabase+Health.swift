internal import FoundationBasics
internal import GRDB
public import OAuthServer
internal import OAuthServerSQL

extension SQLiteServerDatabase {
  /// The size of the file and its write-ahead log in bytes.
  public var byteCount: Int64? {
    let sizes = ["", "-wal"].compactMap { suffix in
      try? FileManager.default.attributesOfItem(atPath: pool.path + suffix)[.size] as? Int64
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  /// Reports the duration of each commit from now on.
  public func reportCommits(to report: @escaping @Sendable (CommitOutcome) -> Void) {
    work.commits.report = report
  }

  /// Checks that the database can be written. A file system that became read-only fails it too.
  public func checkWritable() async throws {
    // No code reads this number of SQLite's header. Setting it writes a page even if it is the same.
    try await work.write { (database: Database) in _ = try database.run("PRAGMA user_version = 0") }
  }
}
