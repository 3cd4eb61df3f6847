internal import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import PixyAccounts

/// The options that choose an account.
struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The account: its name, its server, or both as NAME@SERVER. Default: PIXY_ACCOUNT, the account that `pixy \
      switch` set, or the only account.
      """, valueName: "account"), completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var account: String?

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var tracing: TraceOptions

  /// The choice of the option or the environment; nil for the default account.
  var choice: String? { AccountSelection.choice(option: account, environment: ProcessInfo.processInfo.environment) }

  /// Opens the chosen account's session. It sends no request while the tokens are valid.
  ///
  /// - Parameters:
  ///   - need: The remaining lifetime that the access token must have; `nil` if the command
  ///     contacts the server in any case.
  ///   - console: The console for progress messages.
  ///   - isVerbose: Whether each step is logged.
  ///   - isDryRun: Whether requests are printed instead of sent.
  /// - Throws: ``SignInNeeded``; ``AccountChoiceError``; `TokenStoreError`; the errors of
  ///   discovery.
  func session(
    validFor need: Duration? = .zero, on console: Console, isVerbose: Bool = false, isDryRun: Bool = false
  ) async throws -> (AccountBook, AccountSession) {
    let book = try await AccountBook.existing(profile)
    let kept = try await book.account(choice)
    let server = kept.record.server
    // An unwritable trace file fails before the first request.
    let recorder = try tracing.recorder()
    let session = try await AccountSession(
      kept, in: book,
      through: LazyTransport {
        let transport = try tracing.transport(server.transport())
        return isDryRun ? DryRunTransport(transport, curl: server.curlOptions, console: console) : transport
      },
      validFor: need, logger: console.logger(isVerbose: isVerbose),
      // A dry run prints the request of a refresh and sends none.
      refreshingIn: isDryRun
        ? nil
        : RefreshProcess(
          book: book, account: kept.account, server: server, recorder: recorder, console: console,
          isVerbose: isVerbose))
    return (book, session)
  }
}

/// The option that chooses a set of accounts.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A separate set of accounts, such as work. Default: PIXY_PROFILE, or the default set.", valueName: "name"))
  var profile: String?

  func validate() throws {
    guard let name, AccountSet(name) == nil else { return }
    throw ValidationError("A profile's name has 1 to 64 letters, digits, full stops, hyphens and underscores.")
  }

  /// The name of the set in keyrings and folders.
  var app: String { Self.app(of: name) }

  /// The name of a set of accounts in keyrings and folders; the default set's for `nil`.
  static func app(of profile: String?) -> String { (profile.flatMap(AccountSet.init) ?? .usual).app }

  /// The given name; `nil` for the default set.
  var name: String? { AccountSet.name(option: profile, environment: ProcessInfo.processInfo.environment) }
}
