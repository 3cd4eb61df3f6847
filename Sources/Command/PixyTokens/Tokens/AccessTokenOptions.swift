internal import ArgumentParser
internal import OAuthCore
internal import PixyAuth
internal import PixyTerminal

/// The options and the run that `pixy token` and `pixy refresh` share.
struct AccessTokenOptions: ParsableArguments {
  @Flag(help: "Print JSON, with the token's type, expiry and scope.")
  var json = false

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  @Flag(name: .customLong("dry-run"), help: "Send no request. Print it, with the curl command that sends it.")
  var dryRun = false

  /// Checks the options together with the command's own flag for printing the token.
  func check(_ flag: String, isGiven: Bool) throws {
    guard !dryRun || !(isGiven || json) else { throw ValidationError("--dry-run prints no token.") }
    guard !(isGiven && json) else { throw ValidationError("Give \(flag) or --json, not both.") }
  }

  /// Obtains and prints an access token of the account.
  /// - Parameters:
  ///   - account: The account.
  ///   - console: The console for the token and messages.
  ///   - need: The remaining lifetime that the token must have; nil to renew it in any case.
  ///   - printer: The printer of the token; nil to print nothing.
  ///   - obtain: Obtains the token from the session.
  func run(
    of account: AccountOptions, on console: Console, validFor need: Duration?, printer: TokenPrinter?,
    obtaining obtain: (AccountSession) async throws -> Secret
  ) async throws {
    let (directory, session) = try await account.session(
      validFor: need, on: console, isVerbose: verbose, isDryRun: dryRun)
    if dryRun { return try await session.showRefreshRequest(validFor: need, on: console) }
    let token = try await obtain(session)
    try await printer?.print(token, of: session, in: directory, on: console)
  }
}
