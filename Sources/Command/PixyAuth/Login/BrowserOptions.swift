internal import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
internal import PixyConnection
internal import PixyTerminal

/// The options for the browser and its redirect.
struct BrowserOptions: ParsableArguments {
  @Option(
    help: "The port of the redirect URI on this machine. Default: the setting port, or any free port.")
  var port: Int?

  @Option(help: ArgumentHelp("The path of the redirect URI.", valueName: "path"))
  var redirectPath = "/callback"

  @Option(help: ArgumentHelp("The seconds to wait for the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Open no browser; only show the address.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp(
      "The command that opens the address, instead of BROWSER; %s stands for the address.", valueName: "command"))
  var browserCommand: String?

  @Flag(
    name: .customLong("callback-from-stdin"),
    help: "Don't listen: read the address that the browser ended at, or the form posted there, from standard input.")
  var callbackFromStandardInput = false

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp(
      """
      The registered redirect URI. pixy listens at one such as http://localhost:3118/callback; any other needs \
      --callback-from-stdin. Default: http://127.0.0.1 with --port and --redirect-path.
      """, valueName: "uri"))
  var redirectURI: String?

  /// The options that are given with another value than their default, by name.
  var changes: [String] {
    let options: [(name: String, isChanged: Bool)] = [
      ("--port", port != nil), ("--redirect-path", redirectPath != "/callback"), ("--timeout", timeout != 300),
      ("--no-browser", noBrowser), ("--browser-command", browserCommand != nil),
      ("--callback-from-stdin", callbackFromStandardInput), ("--redirect-uri", redirectURI != nil),
    ]
    return options.filter(\.isChanged).map(\.name)
  }

  func validate() throws {
    guard (0...65_535).contains(port ?? 0) else { throw ValidationError("The port must be from 0 to 65535.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("The timeout must be from 1 to 86400 seconds.") }
    if let redirectURI, !callbackFromStandardInput {
      guard LoopbackRedirect(redirectURI) != nil else {
        throw ValidationError(
          "--redirect-uri must be http://localhost or http://127.0.0.1 with a path; any other needs "
            + "--callback-from-stdin.")
      }
      guard port == nil, redirectPath == "/callback" else {
        throw ValidationError("--redirect-uri can't be combined with --port and --redirect-path.")
      }
    }
    guard !(noBrowser && browserCommand != nil) else {
      throw ValidationError("Give --no-browser or --browser-command, not both.")
    }
    if let browserCommand, BrowserCommands(browserCommand) == nil {
      throw ValidationError(
        "--browser-command needs the command of a graphical browser; a text browser would use this terminal.")
    }
  }

  /// Creates the user agent with a redirect URI that the provider accepts.
  ///
  /// - Parameters:
  ///   - console: The console for the address and the prompt.
  ///   - provider: The provider.
  ///   - clientID: The client's ID.
  ///   - known: The known clients. The port of their redirect URI is used if it is free, and no option
  ///     or setting names another one.
  ///   - offersDevice: Whether the user may choose the device grant instead, if the server supports
  ///     it and no browser opens.
  ///   - logger: The logger.
  /// - Throws: `ValidationError` if the provider needs a port; `ProviderError` if it accepts no such
  ///   redirect URI.
  func userAgent(
    _ console: Console, for provider: Provider, clientID: String, known: [KnownClient] = [], offersDevice: Bool,
    logger: Logger
  ) throws -> any UserAgent {
    let kind = provider.redirects.loopbackKind
    let given = callbackFromStandardInput ? nil : redirectURI.flatMap(LoopbackRedirect.init)
    let usual: LoopbackHost = kind == .localhost || kind == .localhostWithRegisteredPort ? .localhost : .address
    let host = given?.host ?? usual
    let path = given?.path ?? redirectPath
    let port = try given?.port ?? port ?? Settings.load(ProcessInfo.processInfo.environment).port ?? 0
    let listensAnywhere = !callbackFromStandardInput && port == 0
    if listensAnywhere, kind == .loopbackWithRegisteredPort || kind == .localhostWithRegisteredPort {
      throw ValidationError(
        """
        \(provider.name) accepts only the registered port: register http://\(host.rawValue):PORT\(redirectPath) and \
        give --port PORT.
        """
      )
    }
    let address = redirectURI ?? "http://\(host.rawValue)\(port == 0 ? "" : ":\(port)")\(redirectPath)"
    // Checked here, so that nothing is sent or opened in vain.
    if let redirectURI = try? RedirectURI(address) { try provider.check(redirectURI, clientID: clientID) }
    func userAgent(_ port: Int) throws -> any UserAgent {
      try self.userAgent(
        console, host: host, port: port, path: path, address, offersDevice: offersDevice, logger: logger)
    }
    guard listensAnywhere, let known = known.lazy.compactMap({ $0.port(at: host, path: path) }).first else {
      return try userAgent(port)
    }
    return PreferredPortUserAgent(preferred: try userAgent(known), other: try userAgent(0))
  }

  /// Creates the user agent.
  private func userAgent(
    _ console: Console, host: LoopbackHost, port: Int, path: String, _ address: String, offersDevice: Bool,
    logger: Logger
  ) throws -> any UserAgent {
    let environment = ProcessInfo.processInfo.environment
    let settings = try Settings.load(environment)
    let place = BrowserPlace(in: Surroundings(environment: environment), choice: settings[.browser])
    guard callbackFromStandardInput else {
      return listening(
        at: opened(place), environment, host: host, port: port, path: path, console, offersDevice: offersDevice,
        logger: logger)
    }
    let browser = SystemBrowser(at: opened(place))
    // No listener: the browser ends at an error page, whose address contains the response.
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

  /// Returns the place where a browser is opened, after the options are applied.
  private func opened(_ place: BrowserPlace) -> BrowserPlace {
    if noBrowser { return .declined }
    return browserCommand.flatMap { BrowserCommands($0) }.map { .chosen($0) } ?? place
  }
}
