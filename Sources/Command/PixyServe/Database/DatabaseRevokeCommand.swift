internal import ArgumentParser
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve database revoke`: ends all codes and tokens after a backup was restored.
struct DatabaseRevokeCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke all codes and tokens, after a backup was restored.",
    discussion: """
      In a restored database, refresh tokens that were redeemed after the backup are valid again. Run this before \
      the server starts. Sessions and consents stay: applications get new tokens, most of them without a question to \
      the user. Resources that only verify JWT access tokens accept them until they expire.
      """
  ).withExamples(of: "serve database revoke")

  @OptionGroup var common: SettingsOptions

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    try await database.contents.endAllGrants()
    console.say("All codes and tokens are revoked.")
  }
}
