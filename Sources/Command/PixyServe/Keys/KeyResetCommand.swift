internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve key reset`: removes all signing keys, whose sealing key is lost.
struct KeyResetCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Remove all signing keys, because their sealing key is lost.",
    discussion: """
      Stop the server first. At its next start it generates new keys, and a file with a sealing key if none is named. \
      Clients, users, sessions and refresh tokens remain. Tokens that were signed before can no longer be verified \
      with the published keys.
      """
  ).withExamples(of: "serve key reset")

  @OptionGroup var common: SettingsOptions

  @Flag(name: .customLong("yes"), help: "Confirm that the keys are removed.")
  var isConfirmed = false

  var target: String? { nil }

  func validate() throws {
    guard isConfirmed else { throw ValidationError("This removes all signing keys: confirm it with --yes.") }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let keys = try await database.contents.signingKeyRecords()
    for key in keys { try await database.contents.removeSigningKey(key.keyID) }
    console.say(
      "Signing keys removed: \(keys.count). A server that still runs signs with them until it is started again.")
  }
}
