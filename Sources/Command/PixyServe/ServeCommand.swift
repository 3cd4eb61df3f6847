package import ArgumentParser
internal import PixyTerminal

/// `pixy serve`: an authorization server for development or production, and the administration of
/// its database.
package struct ServeCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run an authorization server, and administer it.",
    discussion: """
      Without a subcommand, it runs the server and accepts the options of pixy serve run.

      pixy serve                         one client and one user, everything in memory
      pixy serve --as google             imitates Google's server (or GitHub's, or Spotify's)
      pixy serve --database FILE         stores everything in a SQLite database, for production

      The other subcommands change that database, even while a server runs on it. Settings come from flags, \
      environment variables (PIXY_SERVE_…) and a configuration file (--config). Flags win; a variable that contradicts \
      the file is an error.
      """,
    subcommands: [
      ServeRunCommand.self, ClientCommand.self, UserCommand.self, GroupCommand.self, SessionCommand.self,
      GrantCommand.self, KeyCommand.self, AuditCommand.self, DatabaseGroupCommand.self,
    ],
    defaultSubcommand: ServeRunCommand.self
  ).withExamples(of: "serve")
}
