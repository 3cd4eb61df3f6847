internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve group remove`: removes a user from a group.
struct GroupRemoveCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a user from a group.",
    discussion: """
      Clients that allow only this group end at the user's next sign-in or refresh. Access tokens that were issued \
      before are rejected by UserInfo and introspection.
      """
  ).withExamples(of: "serve group remove")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The group.")
  var group: String

  @OptionGroup var user: UserArgument

  var target: String? { "\(username) \(group)" }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.user(username, settings)
    guard user.groups.contains(group) else {
      throw BadValue(
        "\(UntrustedText(username)) is not in the group \(UntrustedText(group)).",
        remedy: "pixy serve user list shows the groups of each user.")
    }
    guard try await database.contents.changeUser(user.with(groups: user.groups.filter { $0 != group })) else {
      throw NotInDatabase.user(username)
    }
  }
}
