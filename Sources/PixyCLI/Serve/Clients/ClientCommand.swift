internal import ArgumentParser

/// `pixy serve client`: the applications that a server knows.
struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Add, list and remove applications in a server's database.",
    discussion: "A server that is running on the database knows of a change at its next request.",
    subcommands: [ClientAddCommand.self, ClientListCommand.self, ClientRemoveCommand.self])
}
