internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthUserAgent
internal import PKCE

/// `pixy serve run`, or `pixy serve` alone: runs the server.
struct ServeRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the server: what pixy serve does without a subcommand.",
    discussion: """
      Needs no configuration: it has one public client, one person, and keeps everything in memory, for development and tests. \
      With --database everything is durable, and clients, people and keys are those of pixy serve client, user and key. \
      Ctrl-C, or SIGTERM, ends it when the requests under way are answered.

      With --as it behaves like GitHub's, Google's or Spotify's server, in everything that they document and in what they do \
      differently: endpoints, errors, profile. What it says about itself was never compared with the real ones.
      """)

  @OptionGroup var common: SettingsOptions
  @OptionGroup(title: "The server") var serving: ServingOptions
  @OptionGroup(title: "Without a database") var laptop: LaptopOptions

  @Flag(name: .customLong("print-configuration"), help: "Print every setting and where it comes from, and end.")
  var printsConfiguration = false

  @Flag(help: "Say more about what happens and what is refused; never a secret.")
  var verbose = false

  func validate() throws {
    _ = try common.flags(and: serving.flags)
    guard (serving.certificateFile == nil) == (serving.certificateKeyFile == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together.")
    }
    guard laptop.lookAlike == nil || laptop.clientID == nil else {
      throw ValidationError("--client-id isn't for --as.")
    }
    guard laptop.lookAlike != nil || laptop.redirectURIs.isEmpty else {
      throw ValidationError("--redirect-uri is for --as.")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let settled = try common.settled(and: serving.flags)
      if laptop.lookAlike != nil { try settled.checkForLookAlike() }
      var settings = try ServeSettings(settled)
      settings.isVerbose = verbose
      if printsConfiguration {
        for line in settled.lines { console.result(line) }
      } else if laptop.lookAlike != nil || settings.database == nil {
        try await laptop.run(settings, console)
      } else if laptop.isAskedFor {
        throw SettingsError.conflict(
          "--client-id, --username and --password-file are for a server without a database: use pixy serve client add and user add."
        )
      } else {
        try await DurableRun(settings: settings, console: console).run()
      }
    } catch {
      if case ListeningError.portInUse(let address) = error,
        let port = address.split(separator: ":").last.flatMap({ Int($0) })
      {
        console.say("Port \(port) is taken by \(PortHolder.find(port: port)).")
      }
      throw ExitStatus.report(error, on: console)
    }
  }
}
