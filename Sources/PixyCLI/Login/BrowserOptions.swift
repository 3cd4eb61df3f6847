internal import ArgumentParser
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Where the browser is, and how it comes back.
struct BrowserOptions: ParsableArguments {
  @Option(
    help: "The port of the redirect URI on this machine; 0 takes any free one, as does saying and setting nothing.")
  var port: Int?

  @Option(help: "The path of the redirect URI.")
  var redirectPath = "/callback"

  @Option(help: "How many seconds to wait for the browser.")
  var timeout = 300

  @Flag(help: "Do not open a browser; show the address only.")
  var noBrowser = false

  @Option(help: "The command that gets the address, instead of BROWSER; %s stands for the address.")
  var browserCommand: String?

  @Flag(
    name: .customLong("callback-from-stdin"),
    help:
      "Listen on no port: read the address that the browser ended at, or the form posted there, from standard input.")
  var callbackFromStandardInput = false

  @Option(
    name: .customLong("redirect-uri"),
    help: "The registered redirect URI, for --callback-from-stdin; otherwise one on this machine is made of --port.")
  var redirectURI: String?

  func validate() throws {
    guard (0...65_535).contains(port ?? 0) else { throw ValidationError("The port must be from 0 to 65535.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("The timeout must be from 1 to 86400 seconds.") }
    guard redirectURI == nil || callbackFromStandardInput else {
      throw ValidationError("--redirect-uri is for --callback-from-stdin.")
    }
    guard !(noBrowser && browserCommand != nil) else {
      throw ValidationError("Give --no-browser or --browser-command, not both.")
    }
    if let browserCommand, BrowserCommands(browserCommand) == nil {
      throw ValidationError("--browser-command takes a command; text browsers would draw over what you read here.")
    }
  }

  /// The user agent that a provider lets come back.
  func userAgent(_ console: Console, for provider: Provider, offersDevice: Bool, logger: Logger) throws -> any UserAgent
  {
    let kind = provider.redirects.loopbackKind
    let settings = try Settings.load(ProcessInfo.processInfo.environment)
    if !callbackFromStandardInput, port ?? settings.port ?? 0 == 0,
      kind == .loopbackWithRegisteredPort || kind == .localhostWithRegisteredPort
    {
      let host = kind == .localhostWithRegisteredPort ? "localhost" : "127.0.0.1"
      throw ValidationError(
        "\(provider.name) wants the port that was registered: register http://\(host):PORT\(redirectPath) and give --port PORT."
      )
    }
    let isNamed = kind == .localhost || kind == .localhostWithRegisteredPort
    return try userAgent(console, host: isNamed ? .localhost : .address, offersDevice: offersDevice, logger: logger)
  }

  /// - Parameters:
  ///   - host: how the redirect URI of the listener names this machine.
  ///   - offersDevice: whether the device grant will do instead, if the server knows it and no browser opens.
  func userAgent(
    _ console: Console, host: LoopbackHost = .address, offersDevice: Bool, logger: Logger
  ) throws -> any UserAgent {
    let environment = ProcessInfo.processInfo.environment
    let settings = try Settings.load(environment)
    let place = BrowserPlace(in: Surroundings(environment: environment), choice: settings[.browser])
    let port = port ?? settings.port ?? 0
    guard callbackFromStandardInput else {
      return listening(
        at: opened(place), environment, host: host, port: port, console, offersDevice: offersDevice, logger: logger)
    }
    let browser = SystemBrowser(at: opened(place))
    // Nothing listens there: the browser ends at an error page whose address is the answer.
    let address = redirectURI ?? "http://\(host.rawValue)\(port == 0 ? "" : ":\(port)")\(redirectPath)"
    return PastedCallback(
      redirectURI: try RedirectURI(address), browser: browser,
      announce: { attempt in
        console.say(
          browser.isAvailable
            ? "Your browser opens this address; if it does not, open it yourself:" : "Open this address:")
        console.say("")
        console.say("  \(attempt.url)")
        console.say("")
        console.say("Then write the address that the browser ended at here, on one line:")
      },
      limit: .seconds(timeout), nextLine: PastedCallback.standardInput, say: console.say)
  }

  /// Where a browser is opened, after what the command line says.
  private func opened(_ place: BrowserPlace) -> BrowserPlace {
    if noBrowser { return .declined }
    return browserCommand.flatMap { BrowserCommands($0) }.map { .chosen($0) } ?? place
  }
}
