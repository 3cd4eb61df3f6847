package import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthUserAgent
internal import PKCE
package import PixyTerminal

/// `pixy demo`: shows the whole flow on this machine, step by step.
package struct DemoCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a sign-in with PKCE and two attacks on it.",
    discussion: """
      Starts an authorization server inside this process and simulates the user and the browser. Needs no network.
      """)

  @Flag(help: "Open the sign-in page in your browser instead of simulating the user.")
  var browser = false

  @Flag(help: "Print the server's and the client's log. It has no secrets.")
  var verbose = false

  package func run(on console: Console) async throws {
    var logger = Logger(label: "pixy.demo") { _ in ConsoleLogHandler(console: console) }
    logger.logLevel = verbose ? .debug : .error
    try await Demo(
      transcript: Transcript(write: console.result), transport: AsyncHTTPClientTransport(),
      browser: browser ? SystemBrowser(environment: ProcessInfo.processInfo.environment) : nil,
      random: SystemRandomSource(), logger: logger
    ).run()
  }
}
