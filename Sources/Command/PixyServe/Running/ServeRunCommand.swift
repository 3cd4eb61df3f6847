internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthUserAgent
internal import PKCE
internal import PixyTerminal

/// `pixy serve run`, which `pixy serve` without subcommand stands for: runs the server.
struct ServeRunCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the server. This is what pixy serve does without a subcommand.",
    discussion: """
      Without configuration, the server has one public client and one user and keeps everything in memory, for \
      development and tests. With --database, everything is durable, and pixy serve client, user and key administer \
      it. Ctrl-C or SIGTERM stops the server after the requests in progress are answered.

      With --as, it imitates GitHub's, Google's or Spotify's server: its documented endpoints, errors and profile, \
      and its deviations from the standards. The imitation follows their documentation and was not compared with the \
      real servers.
      """
  ).withExamples(of: "serve run")

  @OptionGroup(title: "Settings") var common: SettingsOptions
  @OptionGroup(title: "Server") var serving: ServingOptions
  @OptionGroup(title: "Without database") var inMemory: InMemoryServerOptions

  @Flag(name: .customLong("print-configuration"), help: "Print every setting with its source, and exit.")
  var printsConfiguration = false

  @Flag(help: "Log at level debug. No secret is logged.")
  var verbose = false

  func validate() throws {
    _ = try common.flags(and: serving.flags)
    guard inMemory.lookAlike == nil || inMemory.clientID == nil else {
      throw ValidationError("--client-id can't be combined with --as.")
    }
    guard inMemory.lookAlike != nil || inMemory.redirectURIs.isEmpty else {
      throw ValidationError("--redirect-uri needs --as.")
    }
  }

  func run(on console: Console) async throws {
    do {
      let resolution = try common.resolved(and: serving.flags)
      if inMemory.lookAlike != nil { try resolution.checkForLookAlike() }
      var settings = try ServeSettings(resolution)
      settings.isVerbose = verbose
      if printsConfiguration {
        for line in resolution.lines { console.result(line) }
        // The start would refuse it, and operators check new settings with this option.
        guard ["127.0.0.1", "::1"].contains(settings.host) || settings.issuer?.text.hasPrefix("https:") == true else {
          throw ListeningError.issuerNeeded(address: settings.host)
        }
      } else if inMemory.lookAlike != nil || settings.database == nil {
        try await inMemory.run(settings, console)
      } else if inMemory.isGiven {
        throw SettingsError.conflict(
          """
          --client-id, --username and --password-file are for a server without database: use pixy serve client add and \
          pixy serve user add.
          """
        )
      } else {
        try await DatabaseServerRun(settings: settings, console: console).run()
      }
    } catch let error as ListeningError {
      if case .portInUse(let address) = error, let port = address.split(separator: ":").last.flatMap({ Int($0) }) {
        console.say("Port \(port) is in use by \(PortHolder.find(port: port)).")
      }
      throw error
    }
  }
}
