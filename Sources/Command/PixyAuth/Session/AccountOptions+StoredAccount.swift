package import OAuthCore
internal import PixyConnection
package import PixyTerminal

extension AccountOptions {
  /// Creates the session of an account that was already found. No request is sent while its tokens
  /// are valid.
  ///
  /// - Parameters:
  ///   - storedAccount: The account.
  ///   - directory: The store of its tokens.
  ///   - further: Additional URLs whose origins may receive the token, in this run only.
  ///   - console: The console for messages.
  ///   - isVerbose: Whether each step is logged.
  /// - Throws: The error of fetching the server's metadata, if that is necessary.
  package func session(
    of storedAccount: StoredAccount, in directory: AccountDirectory, also further: [Endpoint] = [], on console: Console,
    isVerbose: Bool = false
  ) async throws -> AccountSession {
    let server = storedAccount.record.server
    // A trace that can't be written is reported before anything is sent.
    let recorder = try tracing.recorder()
    let connect: @Sendable (ServerChoice) -> any HTTPTransport = { [tracing] server in
      LazyTransport { try tracing.transport(server.transport()) }
    }
    return try await AccountSession(
      storedAccount, in: directory, through: connect(server), connecting: connect, also: further,
      logger: console.logger(isVerbose: isVerbose),
      refreshingIn: RefreshProcess(
        directory: directory, account: storedAccount.account, server: server, recorder: recorder, console: console,
        isVerbose: isVerbose))
  }
}
