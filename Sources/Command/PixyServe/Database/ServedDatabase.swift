internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerPostgreSQL
internal import OAuthServerSQL
internal import OAuthServerSQLite

/// The database of `pixy serve`. The server and its subcommands may have it open at the same time.
struct ServedDatabase: Sendable {
  let place: DatabasePlace
  let contents: any SQLServerDatabase

  /// The time between two reads of the signing keys. On several machines a revoked key has to go within
  /// a second.
  var keyPause: Duration {
    switch place {
    case .file: .seconds(60)
    case .postgreSQL: .milliseconds(500)
    }
  }

  /// Opens the database that the settings name, and closes it after `body`, whatever its outcome.
  ///
  /// A process that ends with an open SQLite database leaves its log beside the file.
  /// - Throws: The errors of ``open(_:creating:replica:)`` and of `body`.
  static func using<Result>(
    _ settings: ServeSettings, creating: Bool, replica: PostgreSQLServerDatabase.Replica? = nil,
    _ body: (ServedDatabase) async throws -> Result
  ) async throws -> Result {
    try await open(settings, creating: creating, replica: replica).closing(after: body)
  }

  /// Runs `body`, and closes the database.
  func closing<Result>(after body: (ServedDatabase) async throws -> Result) async throws -> Result {
    do {
      let result = try await body(self)
      await contents.close()
      return result
    } catch {
      await contents.close()
      throw error
    }
  }

  /// Opens the database that the settings name.
  /// - Parameters:
  ///   - creating: Whether a missing database is created.
  ///   - replica: The replica that answers introspection and UserInfo; nil for none.
  /// - Throws: `SettingsError.missing` if the settings name no database, or it is missing; the
  ///   errors of the database.
  static func open(
    _ settings: ServeSettings, creating: Bool, replica: PostgreSQLServerDatabase.Replica? = nil
  ) async throws -> ServedDatabase {
    guard let place = settings.databasePlace else {
      throw SettingsError.missing(
        "No database is set. Without one, only a running server has the data, in its memory.")
    }
    if case .file(let path) = place, !creating, !FileManager.default.fileExists(atPath: path) {
      throw SettingsError.missing(
        """
        There is no database at \(UntrustedText(path)). The server creates it, and so do the commands that add \
        something.
        """
      )
    }
    return try await open(place, replica: replica)
  }

  /// Opens a database, which is created if it is missing.
  static func open(
    _ place: DatabasePlace, replica: PostgreSQLServerDatabase.Replica? = nil
  ) async throws -> ServedDatabase {
    switch place {
    case .file(let path):
      return ServedDatabase(place: place, contents: try await SQLiteServerDatabase.open(path: path))
    case .postgreSQL(let address):
      var options = PostgreSQLServerDatabase.Options()
      options.replica = replica
      return ServedDatabase(place: place, contents: try await PostgreSQLServerDatabase.open(address, options: options))
    }
  }

  /// Opens the signing keys. Missing keys are generated.
  func keyRing(
    _ settings: ServeSettings, rotation: KeyRotation = .usual, clock: WallClock? = nil, logger: Logger
  ) async throws -> (SigningKeyRing, DatabaseKey) {
    var seal = try await databaseKey(settings, logger)
    seal.former = try settings.formerSealKeyFile.map { try SealKeyFile(path: $0).read() }
    let ring = try await SigningKeyRing.open(
      contents, seal: seal.seal(), algorithms: settings.algorithms, rotation: rotation,
      readingEvery: keyPause, clock: clock ?? contents.clock, logger: logger)
    return (ring, seal)
  }

  private func databaseKey(_ settings: ServeSettings, _ logger: Logger) async throws -> DatabaseKey {
    if let key = settings.sealKey { return DatabaseKey(secret: key, origin: .variable) }
    if let path = settings.sealKeyFile {
      return DatabaseKey(secret: try SealKeyFile(path: path).read(), origin: .file(path: path))
    }
    guard case .file(let path) = place else {
      throw SettingsError.missing(
        """
        The key that encrypts the signing keys must be the same for all servers: set seal_key_file or \
        \(ResolvedSettings.sealKeyVariable). Generate one: \
        (umask 077; head -c 32 /dev/urandom | basenc --base64url | tr -d = > seal-key)
        """)
    }
    let file = SealKeyFile(besideDatabase: path)
    if !file.exists {
      // A new key could open none of them, and would hide the loss of the old one.
      guard try await contents.signingKeyRecords().isEmpty else {
        throw SettingsError.missing(
          """
          The database has signing keys, and the file \(UntrustedText(file.path)) with their sealing key is missing. \
          If the server has the key elsewhere, give it to this command too: `--seal-key-file - < FILE` in a shell that \
          may read it. If it is lost, restore it. Only without any copy, stop the server, and remove the signing keys: \
          `pixy serve key reset`.
          """)
      }
      if try file.create() {
        // Before anything else can fail: the next start finds the file and doesn't warn.
        logger.warning(
          "The sealing key was created: keep a copy of its file, apart from backups of the database",
          metadata: ["file": "\(file.path)"])
      }
    }
    return DatabaseKey(secret: try file.read(), origin: .file(path: file.path))
  }
}
