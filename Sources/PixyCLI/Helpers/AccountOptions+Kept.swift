internal import OAuthCore

extension AccountOptions {
  /// What keeps the tokens of an account valid that was found already. Nothing is sent while they are good.
  ///
  /// - Parameters:
  ///   - kept: the account.
  ///   - book: where its tokens are.
  ///   - further: addresses beside the account's own whose origins may see the token, in this run alone.
  ///   - console: told what happens.
  ///   - isVerbose: whether each step is.
  /// - Throws: what finding the server's metadata throws, if it has to be asked for.
  func session(
    of kept: KeptAccount, in book: AccountBook, also further: [Endpoint] = [], on console: Console,
    isVerbose: Bool = false
  ) async throws -> AccountSession {
    let server = kept.record.server
    // Who wants a trace knows that it can't be written before anything is sent.
    _ = try tracing.recorder()
    return try await AccountSession(
      kept, in: book, through: LazyTransport { try tracing.transport(server.transport()) }, also: further,
      logger: console.logger(isVerbose: isVerbose))
  }
}
