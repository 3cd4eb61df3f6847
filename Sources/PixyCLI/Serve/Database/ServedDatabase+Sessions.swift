#if CLI
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

extension ServedDatabase {
  /// Ends a person's sessions as the server itself does it, which tells the clients (Back-Channel Logout).
  func endSessions(of subject: Subject, _ settings: ServeSettings, _ console: Console) async throws {
    guard try await !stores.sessions.sessions(of: subject).isEmpty else { return }
    let logger = settings.logger(console, level: .warning)
    let (keyRing, _) = try await keyRing(settings, logger: logger)
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    // What tells the clients is signed in the server's name.
    let issuer = try settings.issuer ?? Issuer("http://\(host):\(settings.port)")
    let count = try await DurableServer(settings, stores, keyRing, logger: logger).make(issuer)
      .endSessions(of: subject)
    console.say("\(count) of their sessions ended.")
  }
}
#endif
