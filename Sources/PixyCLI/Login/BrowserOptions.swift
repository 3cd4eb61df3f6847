#if CLI
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
  @Option(help: "The port of the redirect URI on this machine; 0 takes any free one.")
  var port = 0

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
    guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("The timeout must be from 1 to 86400 seconds.") }
    guard redirectURI == nil || callbackFromStandardInput else {
      throw ValidationError("--redirect-uri is for --callback-from-stdin.")
    }
    guard !(noBrowser && browserCommand != nil) else {
      throw ValidationError("Give --no-browser or --browser-command, not both.")
    }
  }

  /// The user agent that a provider lets come back.
  func userAgent(_ console: Console, for provider: Provider, logger: Logger) throws -> any UserAgent {
    let kind = provider.redirects.loopbackKind
    if !callbackFromStandardInput, port == 0,
      kind == .loopbackWithRegisteredPort || kind == .localhostWithRegisteredPort
    {
      let host = kind == .localhostWithRegisteredPort ? "localhost" : "127.0.0.1"
      throw ValidationError(
        "\(provider.name) wants the port that was registered: register http://\(host):PORT\(redirectPath) and give --port PORT."
      )
    }
    let isNamed = kind == .localhost || kind == .localhostWithRegisteredPort
    return try userAgent(console, host: isNamed ? .localhost : .address, logger: logger)
  }

  /// - Parameter host: how the redirect URI of the listener names this machine.
  func userAgent(
    _ console: Console, host: LoopbackHost = .address, logger: Logger
  ) throws -> any UserAgent {
    var environment = ProcessInfo.processInfo.environment
    if let browserCommand { environment["BROWSER"] = browserCommand }
    let browser = SystemBrowser(environment: environment)
    let opens = !noBrowser && browser.isAvailable
    let opener: any BrowserOpener = opens ? browser : NoBrowser()
    let pasted = callbackFromStandardInput
    let announce: @Sendable (AuthorizationAttempt) -> Void = { attempt in
      console.say(opens ? "Your browser opens this address; if it does not, open it yourself:" : "Open this address:")
      console.say("")
      console.say("  \(attempt.url)")
      console.say("")
      console.say(
        pasted
          ? "Then write the address that the browser ended at here, on one line:"
          : "Waiting for the answer on \(attempt.redirectURI) …")
    }
    guard callbackFromStandardInput else {
      return LoopbackUserAgent(
        host: host, port: port, path: redirectPath, timeout: .seconds(timeout), browser: opener, announce: announce,
        logger: logger)
    }
    // Nothing listens there: the browser ends at an error page whose address is the answer.
    let address = redirectURI ?? "http://\(host.rawValue)\(port == 0 ? "" : ":\(port)")\(redirectPath)"
    return PastedCallback(
      redirectURI: try RedirectURI(address), browser: opener, announce: announce,
      nextLine: PastedCallback.standardInput, say: console.say)
  }
}
#endif
