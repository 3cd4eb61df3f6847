internal import ArgumentParser
internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve key rotate`
struct KeyRotateCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Make new signing keys; prints their kids.",
    discussion: """
      A new key is published at once and signs two hours later, when everybody has it; the old one goes on being published for 30 \
      days after that, so that what it signed can be checked. If somebody else has a key, use pixy serve key revoke.
      """)

  @OptionGroup var common: SettingsOptions

  @Option(help: "Whose key to change: ES256, for example; those of all unless said.")
  var algorithm: String?

  func validate() throws {
    _ = try common.flags()
    guard algorithm.map(SignatureAlgorithm.asymmetric.map(\.rawValue).contains) ?? true else {
      throw ValidationError("--algorithm takes ES256, RS256 or another one of signing_algorithms.")
    }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let algorithm = try algorithm.map { name in
      guard let algorithm = settings.algorithms.first(where: { $0.rawValue == name }) else {
        let possible = settings.algorithms.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--algorithm takes what the server signs with: \(possible).")
      }
      return algorithm
    }
    let before = Set(try await database.stores.signingKeys.keys().map(\.keyID))
    let (keyRing, _) = try await database.keyRing(settings, logger: settings.logger(console, level: .warning))
    try await keyRing.rotate(algorithm)
    for record in try await database.stores.signingKeys.keys() where !before.contains(record.keyID) {
      console.result("kid=\(record.keyID)")
    }
  }
}
