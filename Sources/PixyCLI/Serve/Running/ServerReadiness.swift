internal import OAuthServerSQLite
internal import Synchronization

/// Whether a server can answer: it listens, and its database can be asked.
final class ServerReadiness: Sendable {
  private let isListening = Atomic<Bool>(false)
  private let databaseAnswers: @Sendable () async -> Bool

  /// - Parameter databaseAnswers: asks the database something; there is none to ask where everything is in memory.
  init(databaseAnswers: @escaping @Sendable () async -> Bool = { true }) {
    self.databaseAnswers = databaseAnswers
  }

  convenience init(of database: SQLiteServerDatabase) {
    // A handful of rows, which every sign-in depends on.
    self.init { (try? await database.signingKeys.keys()) != nil }
  }

  /// To be called when the server listens.
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
