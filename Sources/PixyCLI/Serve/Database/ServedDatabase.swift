#if CLI
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
  /// How the sealing key came, for the person to know.
  enum SealOrigin: Equatable {
    case variable
    case file(path: String)
    /// A file that was made now.
    case made(path: String)
  }

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
  ) async throws -> (SigningKeyRing, SealOrigin) {
    let (key, origin) = try await sealKey(settings)
    let ring = try await SigningKeyRing.open(
      stores.signingKeys, seal: SigningKeySeal(key: key), algorithms: settings.algorithms, rotation: rotation,
      clock: clock, logger: logger)
    return (ring, origin)
  }

  private func sealKey(_ settings: ServeSettings) async throws -> (Secret, SealOrigin) {
    if let key = settings.sealKey { return (key, .variable) }
    if let path = settings.sealKeyFile { return (try SealKeyFile(path: path).read(), .file(path: path)) }
    let file = SealKeyFile(besides: path)
    if !file.exists {
      // A new key would open none of them, and hide that the old one is lost.
      guard try await stores.signingKeys.keys().isEmpty else {
        throw SettingsError.missing(
          "The database has signing keys, and the file \(UntrustedText(file.path)) that they were sealed with is gone.")
      }
      if try file.make() { return (try file.read(), .made(path: file.path)) }
    }
    return (try file.read(), .file(path: file.path))
  }
}

extension ServedDatabase.SealOrigin {
  /// What is said about it.
  var text: String {
    switch self {
    case .variable: "of the variable \(SettledSettings.sealKeyVariable)"
    case .file(let path): "in \(path)"
    case .made(let path): "made in \(path): keep a copy, apart from those of the database"
    }
  }

  /// Whether other people may read it, those of the file's group too.
  var isOpenToOthers: Bool {
    switch self {
    case .variable: false
    case .file(let path), .made(let path): SealKeyFile(path: path).isOpenToOthers
    }
  }
}
#endif
