internal import ArgumentParser

/// `pixy serve`: an authorization server, for a laptop or for real, and what administers its database.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run an authorization server on this machine, and administer it.",
    discussion: """
      Without a subcommand it runs the server, and takes the options of pixy serve run: see pixy serve run --help.

      pixy serve                         needs no configuration: one client, one person, all in memory
      pixy serve --as google             behaves like Google's server, or GitHub's, or Spotify's
      pixy serve --database FILE         keeps everything in a SQLite database, for real use

      The other subcommands change that database, also while a server runs on it. Settings come from flags, environment \
      variables (PIXY_SERVE_…) and a configuration file (--config), in this order.
      """,
    subcommands: [ServeRunCommand.self, ClientCommand.self, UserCommand.self, KeyCommand.self],
    defaultSubcommand: ServeRunCommand.self)
}
