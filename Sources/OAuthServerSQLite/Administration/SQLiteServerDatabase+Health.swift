extension SQLiteServerDatabase {
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
