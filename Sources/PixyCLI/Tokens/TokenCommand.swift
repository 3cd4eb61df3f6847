internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// `pixy token`: prints an access token that is good for a while.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a valid access token.",
    discussion: """
      Prints the kept access token if it is good for long enough, otherwise a refreshed one; however many run at once, one of them refreshes. \
      Never asks anything: if somebody has to sign in, the exit status is 4 at once and standard error has the command to run.

      A token that is bound to a key (DPoP) is of no use by itself: `pixy request` sends requests with it.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(name: .customLong("min-valid"), help: "How long it has to be good for, such as 90s, 5m or 1h.")
  var minimumValidity: TypedDuration?

  @Flag(help: "Print the header field that carries it.")
  var header = false

  @Flag(help: "Print JSON, with its type, end and scope.")
  var json = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  @Flag(
    name: .customLong("dry-run"),
    help: "Print the request that would be sent, and the curl command for it, without secrets. Nothing changes.")
  var dryRun = false

  func validate() throws {
    guard !dryRun || !(header || json) else { throw ValidationError("--dry-run prints no token.") }
    guard !(header && json) else { throw ValidationError("Give --header or --json, not both.") }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let need = minimumValidity?.duration ?? .zero
      let (book, session) = try await account.session(
        validFor: need, on: console, isVerbose: verbose, isDryRun: dryRun)
      if dryRun { return try await session.showRenewal(validFor: need, on: console) }
      let token = try await session.accessToken(validFor: need)
      try await TokenPrinter(header: header, json: json).print(token, of: session, in: book, on: console)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
