#if CLI
internal import OAuthCore

extension AccountOptions {
  /// What keeps the tokens of an account valid that was found already. Nothing is sent while they are good.
  ///
  /// - Parameters:
  ///   - kept: the account.
  ///   - book: where its tokens are.
  ///   - further: addresses beside the account's own whose origins may see the token, in this run alone.
  ///   - limits: how long one exchange may take, and how much may come; those of OAuth's endpoints unless said.
  ///   - console: told what happens.
  ///   - isVerbose: whether each step is.
  /// - Throws: what finding the server's metadata throws, if it has to be asked for.
  func session(
    of kept: KeptAccount, in book: AccountBook, also further: [Endpoint] = [], limits: HTTPLimits? = nil,
    on console: Console, isVerbose: Bool = false
  ) async throws -> AccountSession {
    let server = kept.record.server
    // Who wants a trace knows that it can't be written before anything is sent.
    _ = try tracing.recorder()
    let transport = LazyTransport { try tracing.transport(server.transport()) }
    return try await AccountSession(
      kept, in: book, through: limits.map { RoomyTransport(transport, limits: $0) } ?? transport, also: further,
      logger: console.logger(isVerbose: isVerbose))
  }
}
#endif
