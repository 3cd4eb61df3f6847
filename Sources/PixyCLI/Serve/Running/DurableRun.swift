internal import DPoPVerification
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// A run of `pixy serve` with a database.
struct DurableRun {
  let settings: ServeSettings
  let console: Console

  /// Answers until a signal ends it.
  // Optimized, it makes the compiler (6.3.1) crash while it splits this function, and there would be no release build. It runs once.
  @_optimize(none)
  func run() async throws {
    let logger = settings.logger(console, level: .notice)
    SQLiteServerDatabase.keepNoMemoryAccounts()
    let database = try await ServedDatabase.open(settings, making: true)
    let (keyRing, seal) = try await database.keyRing(settings, logger: logger)
    try await database.checkApart(from: settings)
    warnOfOpenFiles(
      [("sealing key", seal.origin.path), ("salt of pairwise subjects", settings.pairwiseSaltFile)]
        + settings.clients.map { ("secret of a client", $0.secretFile) }
        + settings.users.map { ("password of a person", $0.passwordFile) }, logger)
    var ready: [(user: User, password: PasswordHash)] = []
    for user in settings.users { ready.append(try await user.ready(PasswordHasher())) }
    var durable = try DurableServer(
      settings, database.stores, keyRing, clients: settings.clients.map { try $0.ready() }, people: ready,
      logger: logger)
    if settings.requiresDPoPNonces {
      // Alike in all processes that share the database, so that each accepts what another one gave.
      durable.dpopNonces = TimedDPoPNonces(key: seal.derived(for: "DPoP nonces"))
    }
    let server = durable
    let clients = try await database.stores.clients.clients().count + settings.clients.count
    let people = try await database.stores.people.users().count + settings.users.count
    let lines = [
      ("Database", database.path), ("Seal key", seal.origin.text),
      ("Clients", clients == 0 ? "none yet: pixy serve client add" : "\(clients)"),
      ("People", people == 0 ? "none yet: pixy serve user add" : "\(people)"),
    ]
    let (console, format) = (console, settings.logFormat)
    let listening = ListeningServer(
      settings: settings, readiness: ServerReadiness(of: database.stores),
      services: [SweepService(database: database.stores, logger: logger)], logger: logger)
    try await listening.run(make: server.make) { issuer in
      Self.keep(issuer, in: database.stores, logger)
      if format == .json {
        // Whoever collects records gets nothing else.
        logger.notice(
          "The server listens",
          metadata: ["issuer": "\(issuer)", "database": "\(database.path)", "seal_key": "\(seal.origin.text)"])
      } else {
        for (name, text) in [("Issuer", issuer.text)] + lines {
          console.say(name + String(repeating: " ", count: 10 - name.count) + text)
        }
        console.say("Everything is kept in the database. Ctrl-C ends it.")
      }
    }
  }

  /// - Parameter secrets: what is in a file, and its path; nil for what is in none.
  private func warnOfOpenFiles(_ secrets: [(what: String, path: String?)], _ logger: Logger) {
    for case (let what, let path?) in secrets where SecretInput.isOpenToOthers(path) {
      logger.warning(
        "Others than its owner may read the file with the \(what): chmod 600 it", metadata: ["file": "\(path)"])
    }
  }

  /// Writes down what the server is called, for commands beside it that do something in its name.
  private static func keep(_ issuer: Issuer, in database: SQLiteServerDatabase, _ logger: Logger) {
    Task {
      do {
        try await database.keep(issuer)
      } catch {
        logger.error("The issuer could not be written down", metadata: ["error": "\(error)"])
      }
    }
  }
}
