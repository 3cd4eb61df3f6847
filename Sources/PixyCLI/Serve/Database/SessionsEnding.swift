#if CLI
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// What ends a person's sessions as the server itself does it, which tells the clients (Back-Channel Logout). It is made before anything is
/// changed, because it needs keys and the server's name.
struct SessionsEnding: Sendable {
  /// In whose name the clients are told.
  let issuer: Issuer
  private let server: AuthorizationServer
  private let subject: Subject

  /// - Returns: `nil` if the person has no sessions.
  /// - Throws: `SettingsError` if nobody knows the issuer: clients heed no logout token of another (Back-Channel Logout §2.6); what opening the
  ///   keys throws.
  static func prepare(
    for subject: Subject, in database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> SessionsEnding? {
    guard try await !database.stores.sessions.sessions(of: subject).isEmpty else { return nil }
    let kept = try await database.stores.issuer()
    guard let issuer = settings.issuer ?? kept else {
      throw SettingsError.missing(
        "There are sessions to end, and the database doesn't say in which issuer's name: no server of this version ran with it yet. "
          + "Set \(ServeSetting.issuer.variable), or start the server once.")
    }
    let logger = settings.logger(console, level: .warning)
    let (keyRing, _) = try await database.keyRing(settings, logger: logger)
    return SessionsEnding(
      issuer: issuer,
      // Whom to tell, which needs no secrets.
      server: try DurableServer(
        settings, database.stores, keyRing, clients: settings.clients.map(\.client), logger: logger
      ).make(issuer), subject: subject)
  }

  /// Ends them.
  func run(on console: Console) async throws {
    console.say("\(try await server.endSessions(of: subject)) of their sessions ended.")
  }
}
#endif
