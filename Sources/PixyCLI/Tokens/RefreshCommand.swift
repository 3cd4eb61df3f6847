internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy refresh`: gets a new access token, whatever is left of the old one's life.
struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Get a new access token now.",
    discussion: """
      Refreshes although the kept access token may still be good: after a change of rights at the server, for example. If another process \
      has just refreshed, its token is used. Prints nothing on standard output unless asked.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Print the access token.")
  var token = false

  @Flag(help: "Print JSON, with the token, its type, end and scope.")
  var json = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  @Flag(
    name: .customLong("dry-run"),
    help: "Print the request that would be sent, and the curl command for it, without secrets. Nothing changes.")
  var dryRun = false

  func validate() throws {
    guard !dryRun || !(token || json) else { throw ValidationError("--dry-run prints no token.") }
    guard !(token && json) else { throw ValidationError("Give --token or --json, not both.") }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let (book, session) = try await account.session(
        validFor: nil, on: console, isVerbose: verbose, isDryRun: dryRun)
      if dryRun { return try await session.showRenewal(validFor: nil, on: console) }
      let new = try await session.refreshed()
      console.say("Refreshed.")
      if token || json {
        try await TokenPrinter(header: false, json: json).print(new, of: session, in: book, on: console)
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
