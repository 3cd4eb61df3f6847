internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve key list`: lists the signing keys.
struct KeyListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the signing keys with kid, algorithm, state and times."
  ).withExamples(of: "serve key list")

  @OptionGroup var common: SettingsOptions

  @Flag(help: "Print JSON.")
  var json = false

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let now = Date()
    let keys = ListedKey.list(try await database.contents.signingKeyRecords(), at: now)
    if json {
      console.result(json: ["version": 1, "keys": .array(keys.map { .object($0.members) })])
    } else {
      for key in keys { console.result(key.line(now: now)) }
    }
  }
}
