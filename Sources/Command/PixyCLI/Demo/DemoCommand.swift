internal import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuthUserAgent
internal import PKCE
internal import PixyDemo
internal import PixyTerminal

/// `pixy demo`: shows the whole flow on this machine, step by step.
struct DemoCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a sign-in with PKCE and two attacks on it.",
    discussion: """
      Starts an authorization server inside this process and simulates the user and the browser. Needs no network.
      """
  ).withExamples(of: "demo")

  @Flag(help: "Open the sign-in page in your browser instead of simulating the user.")
  var browser = false

  @Flag(help: "Print the server's and the client's log. It has no secrets.")
  var verbose = false

  func run(on console: Console) async throws {
    var logger = Logger(label: "pixy.demo") { _ in ConsoleLogHandler(console: console) }
    logger.logLevel = verbose ? .debug : .error
    let browser = browser ? SystemBrowser(environment: ProcessInfo.processInfo.environment) : nil
    try await Demonstration(
      on: SocketStage(browser: browser, logger: logger), random: SystemRandomSource(), logger: logger,
      write: console.result
    ).run()
  }
}
