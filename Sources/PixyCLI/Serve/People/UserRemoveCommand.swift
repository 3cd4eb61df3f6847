internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve user remove`
struct UserRemoveCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a person, and end their sessions.",
    discussion: """
      All tokens in their name end, and so do their consents. Resources that check JWT access tokens alone take these until they \
      expire.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "What they type to sign in. After -- if it begins with a hyphen.")
  var username: String

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    guard let account = try await database.stores.people.account(username) else {
      throw NotInDatabase.person(username, settings)
    }
    // The person comes last: if anything before fails or is interrupted, they are still there, and the command can be run again.
    let sessions = try await SessionsEnding.prepare(for: account.subject, in: database, settings, console)
    try await sessions.run(on: console)
    try await database.stores.people.endGrants(of: account.subject)
    try await sessions.run(on: console)
    guard try await database.stores.people.remove(username) else { throw NotInDatabase.person(username) }
  }
}
