internal import ArgumentParser
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthUserAgent
internal import PKCE
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `pixy demo`: the whole flow, step by step, on this machine.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a sign-in with PKCE, and two attacks on it, step by step.",
    discussion: """
      Starts an authorization server inside this process and plays the person and the browser. Needs no network.
      """)

  @Flag(help: "Open the real sign-in page in your browser instead of playing the person.")
  var browser = false

  @Flag(help: "Say what server and client log; never a secret.")
  var verbose = false

  func run() async throws {
    let console = Console.standard
    var logger = Logger(label: "pixy.demo") { _ in ConsoleLogHandler(console: console) }
    logger.logLevel = verbose ? .debug : .error
    do {
      try await Demo(
        transcript: Transcript(write: console.result), transport: AsyncHTTPClientTransport(),
        browser: browser ? SystemBrowser(environment: ProcessInfo.processInfo.environment) : nil,
        random: SystemRandomSource(), logger: logger
      ).run()
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
