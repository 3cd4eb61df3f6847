internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve client`: administers the clients of a server.
struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Add, show, check, change and remove clients in a server's database.",
    discussion: "A server that runs on the database applies a change from its next request on.",
    subcommands: [
      ClientAddCommand.self, ClientListCommand.self, ClientShowCommand.self, ClientCheckCommand.self,
      ClientChangeCommand.self,
      ClientSecretCommand.self, ClientRemoveCommand.self,
    ]
  ).withExamples(of: "serve client")
}
