internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user enable`: lets a user sign in again.
struct UserEnableCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let a disabled user sign in again."
  ).withExamples(of: "serve user enable")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.user(username, settings)
    guard try await database.contents.changeUser(user.with(isDisabled: false)) else {
      throw NotInDatabase.user(username)
    }
  }
}
