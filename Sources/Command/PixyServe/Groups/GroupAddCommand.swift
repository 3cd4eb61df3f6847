internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve group add`: adds a user to a group.
struct GroupAddCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a user to a group.",
    discussion:
      "Clients that allow the group accept the user's next sign-in, and get the group with their next request."
  ).withExamples(of: "serve group add")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The group. It is created with its first user.")
  var group: String

  @OptionGroup var user: UserArgument

  var target: String? { "\(username) \(group)" }

  func validate() throws {
    guard !group.isEmpty else { throw ValidationError("The group has no name.") }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.user(username, settings)
    try await KnownGroups(in: database, settings).warnOfNew([group], console)
    guard !user.groups.contains(group) else { return }
    guard try await database.contents.changeUser(user.with(groups: user.groups + [group])) else {
      throw NotInDatabase.user(username)
    }
  }
}
