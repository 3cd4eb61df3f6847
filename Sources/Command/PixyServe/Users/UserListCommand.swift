internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user list`: lists the users of the database and the configuration file.
struct UserListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the users who can sign in."
  ).withExamples(of: "serve user list")

  @OptionGroup var common: SettingsOptions

  @Flag(help: "Print JSON, with their claims.")
  var json = false

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let storedUsers = try await database.contents.allUsers()
    let configuredUsers = settings.users.map(\.user)
    if json {
      let all =
        configuredUsers.map { $0.shownMembers.merging(["in_configuration_file": true]) { $1 } }
        + storedUsers.map(\.shownMembers)
      console.result(json: ["version": 1, "users": .array(all.map { .object($0) })])
    } else {
      for user in configuredUsers { console.result(Self.line(user) + "\tin the configuration file") }
      for user in storedUsers { console.result(Self.line(user)) }
    }
  }

  private static func line(_ user: User) -> String {
    let texts =
      [user.username, user.subject.rawValue, user.name, user.email ?? ""]
      + (user.groups.isEmpty ? [] : ["in " + user.groups.joined(separator: ", ")])
      + (user.isDisabled ? ["disabled"] : [])
    return texts.map { UntrustedText($0).description }.joined(separator: "\t")
  }
}

extension User {
  /// The claims of the user, and whether the user is locked out.
  fileprivate var shownMembers: [String: JSONValue] {
    var members = claims
    members["sub"] = .string(subject.rawValue)
    members["preferred_username"] = .string(username)
    members["name"] = .string(name)
    if let picture { members["picture"] = .string(picture) }
    if let email { members["email"] = .string(email) }
    if isDisabled { members["disabled"] = true }
    return members
  }
}
