internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve database`: the group of commands about the database as a whole.
struct DatabaseGroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Copy a server's database, or end what a restored one may have revived.",
    subcommands: [DatabaseCopyCommand.self, DatabaseRevokeCommand.self]
  ).withExamples(of: "serve database")
}
