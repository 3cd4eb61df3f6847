internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve grant end`: ends what a user allowed.
struct GrantEndCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End what a user allowed to one client, or to all.",
    discussion: """
      Codes, tokens and consents are removed, and the client has to ask the user again. Resources that only verify \
      JWTs accept access tokens until they expire. Sessions stay: see pixy serve session end.
      """
  ).withExamples(of: "serve grant end")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Option(help: ArgumentHelp("The client's ID, as grant list prints it. Default: all clients.", valueName: "client-id"))
  var client: String?

  var target: String? { [username, client].compactMap(\.self).joined(separator: " ") }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let clients = try await GrantsEnding(subject: subject, username: username, database: database, settings: settings)
      .run(client: client, on: console)
    guard let client, clients.isEmpty else { return }
    throw BadValue(
      "\(UntrustedText(username)) has allowed nothing to \(UntrustedText(client)).",
      remedy: "pixy serve grant list shows what users have allowed.")
  }
}
