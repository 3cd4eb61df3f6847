internal import ArgumentParser

/// `pixy serve database`: the group of commands about the database as a whole.
struct DatabaseGroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Move a server's database.", subcommands: [DatabaseCopyCommand.self])
}
