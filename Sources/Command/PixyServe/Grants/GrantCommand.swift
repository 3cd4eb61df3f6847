internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve grant`: shows and ends what users allowed.
struct GrantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "List and end what a user allowed to clients.",
    subcommands: [GrantListCommand.self, GrantEndCommand.self]
  ).withExamples(of: "serve grant")
}
