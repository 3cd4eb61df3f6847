internal import CLibrary
internal import CoreMetrics
internal import DPoPVerification
internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import OAuthServerSQLite
internal import PixyTerminal

/// One run of `pixy serve` with a database.
struct DatabaseServerRun {
  let settings: ServeSettings
  let console: Console

  /// Serves requests until a signal ends the server, and closes the database. A signal before the server
  /// listens ends its start in order too.
  func run() async throws {
    SQLiteServerDatabase.keepNoMemoryAccounts()
    let handover = Interruption.Handover()
    do {
      // Generating a key can't be interrupted.
      try await Interruption.cancelling(patience: 10, until: handover) {
        try await ServedDatabase.using(settings, creating: true, replica: settings.replica) {
          try await serve($0, handover)
        }
      }
    } catch is Interrupted {
      settings.logger(console, level: .notice).notice("The server was stopped while it started")
    }
  }

  // Not optimized: the compiler (6.3.1) crashes while it splits this function, and it runs once.
  @_optimize(none)
  private func serve(_ database: ServedDatabase, _ handover: Interruption.Handover) async throws {
    let logger = settings.logger(console, level: .notice)
    if settings.connectsUnverified(to: database.place, ProcessInfo.processInfo.environment) {
      logger.warning(
        """
        A connection to the database isn't verified: a machine on the way could read and change everything. Add \
        sslmode=verify-full to the address, and sslrootcert= with the file of its authority
        """)
    }
    try await database.checkClock(tolerance: settings.clockTolerance)
    let (keyRing, seal) = try await database.keyRing(settings, logger: logger)
    try await database.checkApart(from: settings)
    warnOfOpenFiles(
      [("salt of pairwise subjects", settings.pairwiseSaltFile)]
        + settings.clients.map { ("client secret", $0.secretFile) }
        + settings.users.map { ("user's password", $0.passwordFile) }
        + [("registration's initial access token", settings.initialAccessTokenFile)], 0o077, logger)
    // A group of its own may renew the certificate, or collect the log.
    warnOfOpenFiles(
      [("key of the server's certificate", settings.certificateKeyFile), ("audit log", settings.auditFile)], 0o007,
      logger)
    var ready: [(user: User, password: PasswordHash)] = []
    for user in settings.users { ready.append(try await user.ready(PasswordHasher())) }
    let lost = LostAuditRecords()
    let server = try DatabaseServer(
      settings, database.contents, keyRing, clients: settings.clients.map { try $0.ready() }, users: ready,
      // All processes that share the database derive the same key, so each accepts the nonces of
      // the others.
      dpopNonces: settings.requiresDPoPNonces ? TimedDPoPNonces(key: seal.derived(for: "DPoP nonces")) : nil,
      decryptionKeys: settings.acceptsEncryptedRequests
        ? seal.seal().requestObjectKeys() : [],
      knownBrowsersKey: seal.derived(for: "known browsers"),
      audit: try settings.auditLog(console, logger, in: database.contents, lost: lost),
      logger: logger)
    let clients = try await database.contents.allClients().count + settings.clients.count
    let users = try await database.contents.allUsers().count + settings.users.count
    let lines = [
      ("Database", "\(database.place)"), ("Seal key", seal.origin.text),
      ("Clients", clients == 0 ? "none yet: pixy serve client add" : "\(clients)"),
      ("Users", users == 0 ? "none yet: pixy serve user add" : "\(users)"),
    ]
    let (console, format) = (console, settings.logFormat)
    let listening = ListeningServer(
      settings: settings, readiness: ServerReadiness(of: database.contents),
      services: [
        SweepService(database: database.contents, logger: logger),
        SigningKeyService(keyRing: keyRing, interval: min(database.keyPause / 2, .seconds(5))),
      ],
      gauges: { await DatabaseGauges(database: database.contents).all }, logger: logger)
    try Task.checkCancellation()
    try await listening.run(
      make: { issuer, metrics in
        // The port is open, and the service group answers to signals.
        handover.finish()
        lost.count(in: metrics)
        let commits = metrics.makeTimer(label: "authorization_server_commit_seconds", dimensions: [])
        let inDoubt = metrics.makeCounter(label: "authorization_server_commits_in_doubt_total", dimensions: [])
        database.contents.reportCommits {
          switch $0 {
          case .committed(let duration): commits.recordNanoseconds(Int64(duration / .nanoseconds(1)))
          case .inDoubt: inDoubt.increment(by: 1)
          }
        }
        return try server.make(issuer, metrics)
      }
    ) { issuer in
      Self.save(issuer, in: database.contents, logger)
      if format == .json {
        // A log collector must get only records.
        logger.notice(
          "The server listens",
          metadata: ["issuer": "\(issuer)", "database": "\(database.place)", "seal_key": "\(seal.origin.text)"])
      } else {
        for (name, text) in [("Issuer", issuer.text)] + lines {
          console.say(name + String(repeating: " ", count: 10 - name.count) + text)
        }
        console.say("Everything is stored in the database. Ctrl-C stops the server.")
      }
    }
    // The last requests were answered, but their audit records may still wait for a commit.
    try? await database.contents.flushAuditRecords()
  }

  /// Warns about files with secrets that other users can read.
  /// - Parameters:
  ///   - secrets: Each secret in words, and the path of its file; nil for a secret without file.
  ///   - forbidden: The permissions that no file may have.
  private func warnOfOpenFiles(_ secrets: [(what: String, path: String?)], _ forbidden: mode_t, _ logger: Logger) {
    for case (let what, let path?) in secrets where SecretInput.isOpenToOthers(path, by: forbidden) {
      logger.warning(
        "Other users can read the file with the \(what): run chmod \(forbidden == 0o077 ? "600" : "o=") on it",
        metadata: ["file": "\(path)"])
    }
  }

  /// Stores the issuer, for commands that sign logout tokens for it.
  private static func save(_ issuer: Issuer, in database: any SQLServerDatabase, _ logger: Logger) {
    Task {
      do {
        if let before = try await database.issuer(), before.text != issuer.text {
          logger.warning(
            "The issuer is not the one of the last server on this database: commands use the new one",
            metadata: ["before": "\(before)", "now": "\(issuer)"])
        }
        try await database.saveIssuer(issuer)
      } catch {
        logger.error("The issuer could not be stored", metadata: ["error": "\(error)"])
      }
    }
  }
}
