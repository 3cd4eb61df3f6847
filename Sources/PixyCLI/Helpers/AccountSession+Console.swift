#if CLI
internal import OAuthCore

extension AccountSession {
  /// A session of an account, as commands make it: nothing is sent while the tokens are good.
  ///
  /// - Parameters:
  ///   - kept: the account.
  ///   - book: where its tokens are.
  ///   - further: addresses beside the account's own whose origins may see the token, in this run alone.
  ///   - limits: how long one exchange may take, and how much may come; those of OAuth's endpoints unless said.
  ///   - console: told what happens.
  ///   - isVerbose: whether each step is.
  /// - Throws: what finding the server's metadata throws, if it has to be asked for.
  init(
    _ kept: KeptAccount, in book: AccountBook, also further: [Endpoint] = [], limits: HTTPLimits? = nil,
    on console: Console, isVerbose: Bool = false
  ) async throws {
    let server = kept.record.server
    let transport = LazyTransport { try server.transport() }
    try await self.init(
      kept, in: book, through: limits.map { RoomyTransport(transport, limits: $0) } ?? transport, also: further,
      logger: console.logger(isVerbose: isVerbose))
  }
}
#endif
