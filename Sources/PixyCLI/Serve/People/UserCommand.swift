internal import ArgumentParser

/// `pixy serve user`: the people who can sign in.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Add, list, change and remove people in a server's database.",
    discussion: """
      Passwords come from a file or from standard input, never from an argument, and are kept as scrypt hashes. A server that \
      is running on the database knows of a change at its next request.
      """,
    subcommands: [
      UserAddCommand.self, UserListCommand.self, UserChangeCommand.self, UserPasswordCommand.self,
      UserRemoveCommand.self,
    ])
}
