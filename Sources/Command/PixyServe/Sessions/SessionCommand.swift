internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve session`: shows and ends the sessions of users.
struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "List and end the sessions of a user.",
    subcommands: [SessionListCommand.self, SessionEndCommand.self]
  ).withExamples(of: "serve session")
}
