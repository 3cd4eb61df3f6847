internal import ArgumentParser
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve grant end`: ends what a user allowed.
struct GrantEndCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End what a user allowed to one client, or to all.",
    discussion: """
      Codes, tokens and consents are removed, and the client has to ask the user again. Resources that only verify \
      JWTs accept access tokens until they expire. Sessions stay: see pixy serve session end.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String

  @Option(help: ArgumentHelp("The client's ID, as grant list prints it. Default: all clients.", valueName: "id"))
  var client: String?

  var target: String? { username }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    try await database.contents.endGrants(of: subject, to: client)
  }
}
