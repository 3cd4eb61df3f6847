internal import ArgumentParser

/// `pixy serve client`: administers the clients of a server.
struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Add, list and remove clients in a server's database.",
    discussion: "A server that runs on the database applies a change from its next request on.",
    subcommands: [ClientAddCommand.self, ClientListCommand.self, ClientRemoveCommand.self])
}
