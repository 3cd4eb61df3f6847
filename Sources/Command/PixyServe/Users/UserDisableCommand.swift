internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user disable`: disables a user and ends the user's sessions.
struct UserDisableCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable a user, and end the user's sessions.",
    discussion: """
      The user can't sign in, tokens are rejected by UserInfo, introspection and refreshes, and clients that asked for \
      it are notified. Claims, password, consents and refresh tokens are kept for pixy serve user enable.
      """
  ).withExamples(of: "serve user disable")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.user(username, settings)
    guard try await database.contents.changeUser(user.with(isDisabled: true)) else {
      throw NotInDatabase.user(username)
    }
    let sessions = try await SessionsEnding.prepare(for: user.subject, in: database, settings, console)
    try await sessions.run(on: console)
  }
}
