internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

/// `pixy serve group list`: lists the groups with their users and clients.
struct GroupListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the groups: their users, and the clients that only they may use.",
    discussion: "Prints the group, the number of its users, and the clients that allow it."
  ).withExamples(of: "serve group list")

  @OptionGroup var common: SettingsOptions

  @Flag(help: "Print JSON, with the names of the users.")
  var json = false

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let groups = try await KnownGroups(in: database, settings)
    func texts(_ names: [String]?) -> JSONValue { .array((names ?? []).map { .string($0) }) }
    if json {
      let all = groups.names.map { name -> JSONValue in
        ["group": .string(name), "users": texts(groups.users[name]), "clients": texts(groups.clients[name])]
      }
      return console.result(json: ["version": 1, "groups": .array(all)])
    }
    for name in groups.names {
      let count = groups.users[name]?.count ?? 0
      let clients = groups.clients[name]?.map { UntrustedText($0).description }.joined(separator: " ") ?? "-"
      console.result("\(UntrustedText(name))\t\(count == 1 ? "1 user" : "\(count) users")\t\(clients)")
    }
  }
}
