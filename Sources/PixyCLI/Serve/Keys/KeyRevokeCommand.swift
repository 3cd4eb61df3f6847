internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve key revoke`
struct KeyRevokeCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Stop using a signing key that somebody else may have.",
    discussion: """
      What it signed isn't good any more: nobody finds its public part, as soon as they fetch the keys again. A running server \
      signs with another key within a minute of requests.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "Its kid, as pixy serve key list shows it. After -- if it begins with a hyphen.")
  var keyID: String

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    guard try await database.stores.signingKeys.keys().contains(where: { $0.keyID == keyID }) else {
      throw NotInDatabase.key(keyID)
    }
    let (keyRing, _) = try await database.keyRing(settings, logger: settings.logger(console, level: .warning))
    try await keyRing.revoke(keyID)
  }
}
