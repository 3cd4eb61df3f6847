internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve group`: lists and changes the groups of users.
struct GroupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "List groups, and add users to them or remove them.",
    discussion: """
      A group exists while a user is in it or a client allows it. Clients get a user's groups with the scope groups. \
      client add and client change restrict a client to groups with --allow-group.
      """,
    subcommands: [GroupListCommand.self, GroupAddCommand.self, GroupRemoveCommand.self]
  ).withExamples(of: "serve group")
}
