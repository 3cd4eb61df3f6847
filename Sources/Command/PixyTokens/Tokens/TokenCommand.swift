package import ArgumentParser
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
package import PixyTerminal

/// `pixy token`: prints a valid access token.
package struct TokenCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a valid access token.",
    discussion: """
      Prints the stored access token if its remaining lifetime is long enough, and refreshes it otherwise. If \
      several processes run at once, one of them refreshes. It never prompts: if the user has to sign in, the exit \
      status is 4, and standard error contains the command to run.

      --id prints the ID token instead, which says who signed in (OpenID Connect Core §2). Give it only to programs \
      that ask for an ID token: an API wants the access token.

      --requested-token-type exchanges the account's token at its server (RFC 8693) and prints the new one, which is \
      not stored. id-jag exchanges the ID token for an identity assertion, which another authorization server accepts \
      with `pixy login --grant jwt_bearer`; --audience is the issuer of that server.

      A token that is bound to a key (DPoP) is useless by itself: `pixy request` sends requests with it.
      """
  ).withExamples(of: "token")

  @Option(
    name: .customLong("min-valid"),
    help: ArgumentHelp(
      """
      The remaining lifetime that the token must have: 90s, 5m, 1h. Default: 60s, or a fifth of its lifetime if that \
      is less.
      """, valueName: "duration"))
  var minimumValidity: TypedDuration?

  @Flag(help: "Print the Authorization header field with the token.")
  var header = false

  @Flag(help: "Print the ID token instead, for programs that want to know who the user is.")
  var id = false

  @OptionGroup(title: "Token exchange") var exchange: ExchangeOptions
  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup var options: AccessTokenOptions

  package func validate() throws {
    try options.check("--header", isGiven: header)
    try options.check("--id", isGiven: id)
    guard !id || !header else { throw ValidationError("Give --id or --header, not both.") }
    guard exchange.type == nil || !(id || header || options.json || minimumValidity != nil) else {
      throw ValidationError("--requested-token-type can't be combined with --id, --header, --json and --min-valid.")
    }
  }

  package func run(on console: Console) async throws {
    if let type = exchange.type {
      let (directory, session) = try await account.session(
        validFor: nil, on: console, isVerbose: options.verbose, isDryRun: options.dryRun)
      return console.result(try await session.exchanged(for: type, exchange, in: directory).reveal())
    }
    let need = minimumValidity?.duration ?? .zero
    if id {
      let (directory, session) = try await account.session(
        validFor: need, on: console, isVerbose: options.verbose)
      return console.result(
        try await HandedToken.get(.id, of: session, in: directory, validFor: need).token.reveal())
    }
    try await options.run(
      of: account, on: console, validFor: need, printer: TokenPrinter(header: header, json: options.json, need: need)
    ) { session in
      try await session.accessToken(validFor: need)
    }
  }
}
