internal import OAuthServer
internal import OAuthServerSQL
internal import Synchronization

/// The readiness of a server to answer requests: it listens, and its database can be written.
final class ServerReadiness: Sendable {
  private let isListening = Atomic<Bool>(false)
  private let databaseAnswers: @Sendable () async -> Bool

  /// - Parameter databaseAnswers: Tries the database. Default: succeeds, for a server without
  ///   database.
  init(databaseAnswers: @escaping @Sendable () async -> Bool = { true }) {
    self.databaseAnswers = databaseAnswers
  }

  convenience init(of database: any SQLServerDatabase) {
    self.init { (try? await database.checkWritable()) != nil }
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
