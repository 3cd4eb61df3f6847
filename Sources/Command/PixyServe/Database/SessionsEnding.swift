internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// Ends the sessions of a user as the server does, and notifies the clients
/// (OpenID Connect Back-Channel Logout).
///
/// A command prepares it before it changes anything, because the logout tokens need the signing
/// keys and the issuer.
struct SessionsEnding: Sendable {
  private let subject: Subject
  private let database: ServedDatabase
  private let settings: ServeSettings
  /// The server that signs logout tokens; nil if the user had no sessions when this was prepared.
  private let prepared: AuthorizationServer?

  /// The issuer of the logout tokens; nil if the user had no sessions.
  var issuer: Issuer? { prepared?.issuer }

  /// Prepares to end the sessions of a user.
  /// - Throws: `SettingsError` if the user has sessions and the issuer is unknown: clients reject
  ///   logout tokens of another issuer (Back-Channel Logout §2.6). The error of opening the signing
  ///   keys.
  static func prepare(
    for subject: Subject, in database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> SessionsEnding {
    let hasAny = try await !database.contents.sessions(of: subject).isEmpty
    return SessionsEnding(
      subject: subject, database: database, settings: settings,
      prepared: hasAny ? try await server(database, settings, console) : nil)
  }

  /// Ends all sessions, including those of sign-ins that completed since.
  func run(on console: Console) async throws {
    var count = 0
    while try await !database.contents.sessions(of: subject).isEmpty {
      let server = if let prepared { prepared } else { try await Self.server(database, settings, console) }
      count += try await server.endSessions(of: subject)
    }
    if count > 0 { console.say("Sessions ended: \(count).") }
  }

  /// Ends one session.
  /// - Returns: `false` if the user has no such session.
  func end(_ session: SessionID) async throws -> Bool {
    guard let prepared, try await database.contents.sessions(of: subject).contains(where: { $0.id == session }) else {
      return false
    }
    return try await prepared.endSession(session)
  }

  private static func server(
    _ database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> AuthorizationServer {
    let lastIssuer = try await database.contents.issuer()
    guard let issuer = settings.issuer ?? lastIssuer else {
      throw SettingsError.missing(
        """
        The user has sessions, and ending them needs the issuer, which the database doesn't contain yet. Set \
        \(ServeSetting(\.issuer).variable), or start the server once.
        """)
    }
    let logger = settings.logger(console, level: .warning)
    let (keyRing, _) = try await database.keyRing(settings, logger: logger)
    // The addresses of clients are enough: logout tokens need no client secrets.
    return try DatabaseServer(
      settings, database.contents, keyRing, clients: settings.clients.map(\.client),
      audit: try settings.auditLog(console, logger, in: database.contents), logger: logger
    ).make(issuer)
  }
}
