#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// The database that `pixy serve` keeps everything in, as its subcommands open it too. Several processes may have it open.
struct ServedDatabase: Sendable {
  let path: String
  let stores: SQLiteServerDatabase

  /// Opens the database that the settings name.
  /// - Parameter making: whether it is made if there is none.
  static func open(_ settings: ServeSettings, making: Bool) async throws -> ServedDatabase {
    guard let path = settings.database else {
      throw SettingsError.missing(
        "There is no database: without one everything is kept in memory, by the server alone.")
    }
    guard making || FileManager.default.fileExists(atPath: path) else {
      throw SettingsError.missing(
        "There is no database at \(UntrustedText(path)): the server, or adding something, makes one.")
    }
    return ServedDatabase(path: path, stores: try await SQLiteServerDatabase.open(path: path))
  }

  /// The signing keys. Those that are missing are made.
  func keyRing(
    _ settings: ServeSettings, rotation: KeyRotation = .usual, clock: WallClock = .system, logger: Logger
  ) async throws -> (SigningKeyRing, SealingKey) {
    let seal = try await sealingKey(settings, logger)
    let ring = try await SigningKeyRing.open(
      stores.signingKeys, seal: SigningKeySeal(key: seal.secret), algorithms: settings.algorithms, rotation: rotation,
      clock: clock, logger: logger)
    return (ring, seal)
  }

  private func sealingKey(_ settings: ServeSettings, _ logger: Logger) async throws -> SealingKey {
    if let key = settings.sealKey { return SealingKey(secret: key, origin: .variable) }
    if let path = settings.sealKeyFile {
      return SealingKey(secret: try SealKeyFile(path: path).read(), origin: .file(path: path))
    }
    let file = SealKeyFile(besides: path)
    if !file.exists {
      // A new key would open none of them, and hide that the old one is lost.
      guard try await stores.signingKeys.keys().isEmpty else {
        throw SettingsError.missing(
          "The database has signing keys, and the file \(UntrustedText(file.path)) that they were sealed with is gone. Put it back; "
            + "if it is lost, remove the signing keys (Documentation/Guides/Serving.md, The sealing key).")
      }
      if try file.make() {
        // At once: should the start fail, the next one finds the file.
        logger.warning(
          "The sealing key was made: keep a copy of its file, apart from those of the database",
          metadata: ["file": "\(file.path)"])
      }
    }
    return SealingKey(secret: try file.read(), origin: .file(path: file.path))
  }
}
