internal import ArgumentParser
internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve key rotate`: generates the next signing keys.
struct KeyRotateCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Generate new signing keys. Prints their kids.",
    discussion: """
      A new key is published at once and signs two hours later, when clients have fetched it. The old key stays \
      published for 30 more days, so that the tokens it signed stay valid. For a compromised key, use pixy serve key \
      revoke.
      """
  ).withExamples(of: "serve key rotate")

  @OptionGroup var common: SettingsOptions

  @Option(help: "The algorithm of the key to rotate, such as ES256. Default: all.")
  var algorithm: String?

  var target: String? { nil }

  func validate() throws {
    guard algorithm.map(SettingKind.algorithms.contains) ?? true else {
      throw ValidationError("--algorithm accepts ES256, RS256 or another asymmetric algorithm of signing_algorithms.")
    }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let algorithm = try algorithm.map { name in
      guard let algorithm = settings.algorithms.first(where: { $0.rawValue == name }) else {
        let possible = settings.algorithms.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--algorithm accepts the server's signing algorithms: \(possible).")
      }
      return algorithm
    }
    let before = Set(try await database.contents.signingKeyRecords().map(\.keyID))
    let (keyRing, _) = try await database.keyRing(settings, logger: settings.logger(console, level: .warning))
    try await keyRing.rotate(algorithm)
    for record in try await database.contents.signingKeyRecords() where !before.contains(record.keyID) {
      console.result("kid=\(record.keyID)")
    }
  }
}
