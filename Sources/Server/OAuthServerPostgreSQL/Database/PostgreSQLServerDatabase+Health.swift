public import OAuthServer
internal import OAuthServerSQL

extension PostgreSQLServerDatabase {
  /// The size of the whole database in bytes.
  public var byteCount: Int64? {
    get async {
      try? await work.find("SELECT pg_database_size(current_database())", []) { try $0.integer() }
    }
  }

  /// The age of the replica's contents when it was last read.
  public var replicaAge: Duration? { replica?.age }

  /// The use of the connections to the server, without those to a replica.
  public var connectionUse: ConnectionUse? { work.connectionUse }

  /// Reports each commit from now on.
  public func reportCommits(to report: @escaping @Sendable (CommitOutcome) -> Void) {
    work.commits.report = report
  }

  /// Checks that the database can be written.
  public func checkWritable() async throws {
    try await work.write(locking: [], first: nil) {
      try $0.perform("UPDATE pixy_schema SET version = version", [])
    }
  }
}
