internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// What ends a person's sessions as the server itself does it, which tells the clients (Back-Channel Logout). It is made before anything is
/// changed, because it needs keys and the server's name.
struct SessionsEnding: Sendable {
  private let subject: Subject
  private let database: ServedDatabase
  private let settings: ServeSettings
  /// What there was when this was made; nil if the person had no sessions.
  private let prepared: AuthorizationServer?

  /// In whose name the clients are told, as far as there is anything to tell.
  var issuer: Issuer? { prepared?.issuer }

  /// - Throws: `SettingsError` if there are sessions and nobody knows the issuer: clients heed no logout token of another (Back-Channel Logout
  ///   §2.6); what opening the keys throws.
  static func prepare(
    for subject: Subject, in database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> SessionsEnding {
    let hasAny = try await !database.stores.sessions.sessions(of: subject).isEmpty
    return SessionsEnding(
      subject: subject, database: database, settings: settings,
      prepared: hasAny ? try await server(database, settings, console) : nil)
  }

  /// Ends them, also those that have begun since: a sign-in can have been under way.
  func run(on console: Console) async throws {
    var count = 0
    while try await !database.stores.sessions.sessions(of: subject).isEmpty {
      let server = if let prepared { prepared } else { try await Self.server(database, settings, console) }
      count += try await server.endSessions(of: subject)
    }
    if count > 0 { console.say("\(count) of their sessions ended.") }
  }

  private static func server(
    _ database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> AuthorizationServer {
    let kept = try await database.stores.issuer()
    guard let issuer = settings.issuer ?? kept else {
      throw SettingsError.missing(
        "There are sessions to end, and the database doesn't say in which issuer's name: no server of this version ran with it yet. "
          + "Set \(ServeSetting.issuer.variable), or start the server once.")
    }
    let logger = settings.logger(console, level: .warning)
    let (keyRing, _) = try await database.keyRing(settings, logger: logger)
    // Whom to tell, which needs no secrets.
    return try DurableServer(
      settings, database.stores, keyRing, clients: settings.clients.map(\.client), logger: logger
    ).make(issuer)
  }
}
