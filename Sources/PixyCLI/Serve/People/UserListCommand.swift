#if CLI
internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve user list`
struct UserListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the people who can sign in.")

  @OptionGroup var common: SettingsOptions

  @Flag(help: "Print JSON, with their claims.")
  var json = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let users = try await database.stores.people.users()
    if json {
      console.result(json: ["version": 1, "users": .array(users.map { .object($0.shownMembers) })])
    } else {
      for user in users {
        let texts = [user.username, user.subject.rawValue, user.name, user.email ?? ""]
        console.result(texts.map { UntrustedText($0).description }.joined(separator: "\t"))
      }
    }
  }
}

extension User {
  /// What is known about a person, by the names of claims.
  fileprivate var shownMembers: [String: JSONValue] {
    var members = claims
    members["sub"] = .string(subject.rawValue)
    members["preferred_username"] = .string(username)
    members["name"] = .string(name)
    if let picture { members["picture"] = .string(picture) }
    if let email { members["email"] = .string(email) }
    return members
  }
}
#endif
