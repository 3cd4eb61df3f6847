#if CLI
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

  @Option(help: "Whose key to change: ES256 or RS256; both unless said.")
  var algorithm: String?

  func validate() throws {
    _ = try common.flags()
    guard algorithm.map({ ["ES256", "RS256"].contains($0) }) ?? true else {
      throw ValidationError("--algorithm takes ES256 or RS256.")
    }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let before = Set(try await database.stores.signingKeys.keys().map(\.keyID))
    let (keyRing, _) = try await database.keyRing(settings, logger: settings.logger(console, level: .warning))
    try await keyRing.rotate(algorithm.flatMap { SignatureAlgorithm(rawValue: $0) })
    for record in try await database.stores.signingKeys.keys() where !before.contains(record.keyID) {
      console.result("kid=\(record.keyID)")
    }
  }
}
#endif
