internal import OAuthServerSQLite
internal import Synchronization

/// Whether a server can answer requests: it listens, and its database answers.
final class ServerReadiness: Sendable {
  private let isListening = Atomic<Bool>(false)
  private let databaseAnswers: @Sendable () async -> Bool

  /// - Parameter databaseAnswers: Queries the database. Default: succeeds, for a server without
  ///   database.
  init(databaseAnswers: @escaping @Sendable () async -> Bool = { true }) {
    self.databaseAnswers = databaseAnswers
  }

  convenience init(of database: SQLiteServerDatabase) {
    // A cheap query for rows that every sign-in needs.
    self.init { (try? await database.signingKeyRecords()) != nil }
  }

  /// Reports that the server listens.
  func listens() {
    isListening.store(true, ordering: .relaxed)
  }

  var isReady: Bool {
    get async {
      guard isListening.load(ordering: .relaxed) else { return false }
      return await databaseAnswers()
    }
  }
}
