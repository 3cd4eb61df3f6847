internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PKCE
internal import PixyTerminal

/// Ends the sessions of a user as the server does, and notifies the clients
/// (OpenID Connect Back-Channel Logout).
///
/// Logout tokens need the signing keys and the issuer. Without them the sessions end nevertheless,
/// because one may be a thief's. The price: the clients to notify are only named.
struct SessionsEnding: Sendable {
  private let subject: Subject
  private let database: ServedDatabase
  private let settings: ServeSettings
  /// The server that signs logout tokens, or why there is none; nil if the user had no sessions when
  /// this was prepared.
  private let prepared: Result<AuthorizationServer, any Error>?

  /// The issuer of the logout tokens; nil if there are none.
  var issuer: Issuer? { try? prepared?.get().issuer }

  /// Prepares to end the sessions of a user. The sealing key is read once, because standard input
  /// may have it.
  static func prepare(
    for subject: Subject, in database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async throws -> SessionsEnding {
    let hasAny = try await !database.contents.sessions(of: subject).isEmpty
    return SessionsEnding(
      subject: subject, database: database, settings: settings,
      prepared: hasAny ? await server(database, settings, console) : nil)
  }

  /// Ends the sessions, including those of sign-ins that completed since.
  /// - Parameter session: The session to end. Default: all.
  /// - Returns: The number of ended sessions.
  @discardableResult
  func run(_ session: SessionID? = nil, on console: Console) async throws -> Int {
    var count = 0
    while true {
      let ids = try await database.contents.sessions(of: subject).map(\.id).filter { session == nil || $0 == session }
      guard !ids.isEmpty else { break }
      let server = if let prepared { prepared } else { await Self.server(database, settings, console) }
      switch server {
      case .success(let server):
        if let session {
          count += try await server.endSession(session) ? 1 : 0
        } else {
          count += try await server.endSessions(of: subject)
        }
      case .failure(let error): count += try await end(ids, without: error, console)
      }
    }
    if count > 0 { console.say("Sessions ended: \(count).") }
    return count
  }

  /// Ends sessions as a server does that can't sign logout tokens.
  private func end(_ ids: [SessionID], without reason: any Error, _ console: Console) async throws -> Int {
    let audit = try settings.auditLog(console, settings.logger(console, level: .warning), in: database.contents)
    var count = 0
    var clients: Set<String> = []
    for id in ids {
      let now = database.contents.clock.now()
      // One hour is longer than any request in progress takes.
      let ended = try await database.contents.endSession(
        id, at: now, refusingUntil: now.addingTimeInterval(3_600),
        request: RequestKey(drawnFrom: SystemRandomSource()))
      guard let ended else { continue }
      count += 1
      clients.formUnion(ended.grants.map(\.clientID))
      var record = AuditRecord(.sessionEnd, at: now)
      (record.subject, record.session, record.detail) = (subject, id, "an operator ended it")
      audit?.record(record)
    }
    var unnotified: [String] = []
    for client in clients.sorted() where try await isToBeNotified(client) {
      unnotified.append(UntrustedText(client).description)
    }
    if !unnotified.isEmpty {
      console.say("warning: not notified that sessions ended: \(unnotified.joined(separator: ", ")). \(reason)")
    }
    return count
  }

  private func isToBeNotified(_ id: String) async throws -> Bool {
    var client = settings.clients.first { $0.client.id == id }?.client
    if client == nil { client = try await database.contents.client(id) }
    if client == nil { client = try await database.contents.registration(id, at: Date())?.client }
    return client?.settings.backchannelLogout != nil
  }

  private static func server(
    _ database: ServedDatabase, _ settings: ServeSettings, _ console: Console
  ) async -> Result<AuthorizationServer, any Error> {
    do {
      let lastIssuer = try await database.contents.issuer()
      guard let issuer = settings.issuer ?? lastIssuer else {
        throw SettingsError.missing(
          "Notifying clients needs the issuer, which the database doesn't contain before the server's first start.")
      }
      let logger = settings.logger(console, level: .warning)
      let (keyRing, _) = try await database.keyRing(settings, logger: logger)
      // The addresses of clients are enough: logout tokens need no client secrets.
      return .success(
        try DatabaseServer(
          settings, database.contents, keyRing, clients: settings.clients.map(\.client),
          audit: try settings.auditLog(console, logger, in: database.contents), logger: logger
        ).make(issuer))
    } catch {
      return .failure(error)
    }
  }
}
