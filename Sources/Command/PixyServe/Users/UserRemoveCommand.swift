internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user remove`: removes a user with all sessions, tokens and consents.
struct UserRemoveCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a user, and end the user's sessions.",
    discussion: """
      All tokens and consents of the user are revoked. Resources that validate JWT access tokens themselves accept \
      them until they expire.
      """
  ).withExamples(of: "serve user remove")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    guard let account = try await database.contents.account(username) else {
      throw NotInDatabase.user(username, settings)
    }
    // The user is removed last, so the command can be repeated if an earlier step fails.
    let sessions = try await SessionsEnding.prepare(for: account.subject, in: database, settings, console)
    try await sessions.run(on: console)
    try await GrantsEnding(subject: account.subject, username: username, database: database, settings: settings)
      .run(on: console)
    try await sessions.run(on: console)
    guard try await database.contents.removeUser(username) else { throw NotInDatabase.user(username) }
  }
}
