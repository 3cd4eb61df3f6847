package import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import PixyAccounts
package import PixyConnection
package import PixyTerminal

/// The options that choose an account.
package struct AccountOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      """
      The account: its name, its server, or both as NAME@SERVER. Default: PIXY_ACCOUNT, the account that `pixy \
      switch` set, or the only account.
      """, valueName: "account"), completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  package var account: String?

  @OptionGroup package var profile: ProfileOptions
  @OptionGroup package var tracing: TraceOptions

  /// The choice of the option or the environment; nil for the default account.
  package var choice: String? {
    AccountSelection.choice(option: account, environment: ProcessInfo.processInfo.environment)
  }

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
  package func session(
    validFor need: Duration? = .zero, on console: Console, isVerbose: Bool = false, isDryRun: Bool = false
  ) async throws -> (AccountDirectory, AccountSession) {
    let directory = try await AccountDirectory.existing(profile)
    let storedAccount = try await directory.account(choice)
    let server = storedAccount.record.server
    // An unwritable trace file fails before the first request.
    let recorder = try tracing.recorder()
    let connect: @Sendable (ServerChoice) -> any HTTPTransport = { [tracing] server in
      LazyTransport {
        let transport = try tracing.transport(server.transport())
        return isDryRun ? DryRunTransport(transport, curl: server.curlOptions, console: console) : transport
      }
    }
    let session = try await AccountSession(
      storedAccount, in: directory, through: connect(server), connecting: connect,
      validFor: need, logger: console.logger(isVerbose: isVerbose),
      // A dry run prints the request of a refresh and sends none.
      refreshingIn: isDryRun
        ? nil
        : RefreshProcess(
          directory: directory, account: storedAccount.account, server: server, recorder: recorder, console: console,
          isVerbose: isVerbose))
    return (directory, session)
  }
}
