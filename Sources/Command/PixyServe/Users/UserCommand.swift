internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve user`: administers the users who can sign in.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Add, list, change and remove users in a server's database.",
    discussion: """
      Passwords come from a file or from standard input, never from an argument, and are stored as scrypt hashes. A \
      server that runs on the database applies a change from its next request on.
      """,
    subcommands: [
      UserAddCommand.self, UserListCommand.self, UserChangeCommand.self, UserPasswordCommand.self,
      UserUnlockCommand.self, UserDisableCommand.self, UserEnableCommand.self, UserRemoveCommand.self,
    ]
  ).withExamples(of: "serve user")
}
