internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve key revoke`: revokes a signing key.
struct KeyRevokeCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a signing key that may be compromised.",
    discussion: """
      Tokens that the key signed become invalid for each client and resource that fetches the keys again. A running \
      server signs with another key after about a minute.
      """
  ).withExamples(of: "serve key revoke")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The kid of the key, from pixy serve key list. Put -- before one that begins with a hyphen.")
  var keyID: String

  var target: String? { keyID }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    guard try await database.contents.signingKeyRecords().contains(where: { $0.keyID == keyID }) else {
      throw NotInDatabase.key(keyID)
    }
    let (keyRing, _) = try await database.keyRing(settings, logger: settings.logger(console, level: .warning))
    try await keyRing.revoke(keyID)
  }
}
