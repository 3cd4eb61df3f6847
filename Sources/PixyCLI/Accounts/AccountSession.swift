internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import TokenStorage

/// What keeps one account's tokens valid while a command runs: refreshes by the library's session, and asks anew where a grant has no
/// refresh token and needs nobody.
///
/// Ctrl-C ends the waiting, and the process only when a refresh that is under way has been stored: servers that replace refresh tokens take a
/// second use of the old one for theft.
struct AccountSession: Sendable {
  let kept: KeptAccount
  let session: TokenSession
  private let provider: ProviderClient?
  /// The same by what the server says today; `nil` if that is what this one goes by.
  private let current: (@Sendable () async throws -> AccountSession)?

  /// - Parameters:
  ///   - kept: the account.
  ///   - book: where its tokens are.
  ///   - transport: what moves requests. Nothing is sent while the tokens are good.
  ///   - further: addresses beside the account's own whose origins may see the token, in this run alone.
  ///   - need: how long the access token has to be good for. While the kept one is, metadata of any age does until the token endpoint has to
  ///     be asked after all; `nil` if it will be in any case.
  ///   - clock: what time it is.
  ///   - logger: told what happens, never a secret.
  /// - Throws: what finding the server's metadata throws, if it has to be asked for.
  init(
    _ kept: KeptAccount, in book: AccountBook, through transport: any HTTPTransport, also further: [Endpoint] = [],
    validFor need: Duration? = .zero, clock: WallClock = .system, logger: Logger
  ) async throws {
    let recent = kept.record.recentMetadata(at: clock.now())
    let isGood = need.map { kept.isGood(for: $0, at: clock.now()) } ?? false
    let old = recent == nil && isGood ? kept.record.knownMetadata : nil
    let made = try await Self.client(
      kept.record, recent ?? old,
      through: old.map { OldMetadataTransport(transport: transport, metadata: $0) } ?? transport,
      clock: clock, logger: logger)
    var kept = kept
    if recent == nil, old == nil, made.client.server.issuer != nil {
      kept.record.metadata = made.client.server.members
      kept.record.metadataFoundAt = clock.now()
      try await book.keepMetadata(of: kept)
    }
    self.kept = kept
    provider = made.provider
    session = TokenSession(
      account: kept.account, client: made.client, store: book.store, origins: kept.origins + further,
      policy: RefreshPolicy(endingErrors: made.provider?.provider.endingErrors ?? [.invalidGrant]))
    guard old != nil else {
      current = nil
      return
    }
    current = { [kept] in
      let newest = try await book.kept(kept.account) ?? kept
      return try await AccountSession(
        newest, in: book, through: transport, also: further, validFor: nil, clock: clock, logger: logger)
    }
  }

  /// The client, by metadata that is known or else asked for.
  private static func client(
    _ record: AccountRecord, _ known: AuthorizationServerMetadata?, through transport: any HTTPTransport,
    clock: WallClock, logger: Logger
  ) async throws -> (client: OAuthClient, provider: ProviderClient?) {
    if var provider = try record.server.knownProvider() {
      if let known { provider.server = .known(known) }
      let client = record.client.providerClient(provider, through: transport, logger: logger)
      return (try await client.oauthClient(), client)
    }
    let server = if let known { known } else { try await record.server.server().metadata(through: transport) }
    let client = OAuthClient(
      id: record.client.id, authentication: try record.client.authentication(), server: server, transport: transport,
      clock: clock, logger: logger)
    return (client, nil)
  }

  /// An access token that is good for a while; see `TokenSession.accessToken(validFor:)`.
  ///
  /// - Throws: ``SignInNeeded``; `TokenSessionError`; `CancellationError`.
  func accessToken(validFor need: Duration = .zero) async throws -> Secret {
    try await toTheEnd { account in
      try await account.orAskingAnew { try await account.session.accessToken(validFor: need) }
    }
  }

  /// A new access token, whatever is left of the old one's life.
  ///
  /// - Throws: as ``accessToken(validFor:)``.
  func refreshed() async throws -> Secret {
    let old = kept.tokens.accessToken
    return try await toTheEnd { account in
      try await account.orAskingAnew { try await account.session.accessToken(insteadOf: old) }
    }
  }

  /// Sends a request with an access token; see `TokenSession.send`.
  ///
  /// - Parameter limits: how long an exchange with the resource may take, and how much may come; as for OAuth's endpoints unless said.
  func send(_ request: HTTPRequest, body: [UInt8] = [], limits: HTTPLimits? = nil) async throws -> HTTPAnswer {
    try await toTheEnd { account in
      try await account.orAskingAnew { try await account.session.send(request, body: body, limits: limits) }
    }
  }

  /// Who it is, from the provider's own resource; `nil` if the account's server has none.
  ///
  /// - Throws: ``SignInNeeded``; `ProviderError`; as ``send(_:body:limits:)``.
  func profile() async throws -> Profile? {
    guard provider != nil else { return nil }
    return try await toTheEnd { account in
      guard let provider = account.provider, case .resource = provider.provider.profile else { return nil }
      return try await account.orAskingAnew { try await provider.profile(through: account.session) }
    }
  }

  /// Has the server end the tokens, and forgets them.
  func signOut() async throws -> SignOutOutcome {
    if let provider { return try await provider.signOut(session) }
    return try await session.signOut()
  }

  /// Does something with the session, and once more by what the server says today if that has to be known.
  ///
  /// A signal ends the waiting. A refresh that is under way is stored before this returns; it has a time limit of its own.
  private func toTheEnd<Result: Sendable>(
    _ use: @escaping @Sendable (AccountSession) async throws -> Result
  ) async throws -> Result {
    try await Interruption.cancelling(patience: nil) {
      do {
        return try await settling(use)
      } catch {
        guard OldMetadata.isCause(of: error), let current else { throw error }
        return try await current().settling(use)
      }
    }
  }

  private func settling<Result: Sendable>(
    _ use: @Sendable (AccountSession) async throws -> Result
  ) async throws -> Result {
    do {
      return try await use(self)
    } catch is CancellationError {
      if await session.isRenewing {
        session.client.logger.notice("a refresh is under way; ending when its tokens are kept")
        await session.waitForRenewal()
      }
      throw CancellationError()
    }
  }

  /// Does something with the session, and asks for tokens anew if their grant has no refresh token and needs nobody.
  ///
  /// - Throws: ``SignInNeeded`` where somebody is needed; what `use` throws.
  func orAskingAnew<Result: Sendable>(_ use: () async throws -> Result) async throws -> Result {
    do {
      do {
        return try await use()
      } catch TokenSessionError.noRefreshToken where kept.record.grant == .clientCredentials {
        try await askAnew()
        return try await use()
      }
    } catch let error as TokenSessionError where error.needsSignIn {
      throw SignInNeeded(.over(kept.account, error.explanation), command: kept.record.loginCommand)
    }
  }

  /// The client credentials grant once more (RFC 6749 §4.4.3: it has no refresh tokens), unless another process was faster.
  private func askAnew() async throws {
    let (account, store, record) = (kept.account, session.store, kept.record)
    try await store.withLock(on: account) {
      // Somebody may have signed out by now.
      guard let stored = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      guard stored.accessToken == kept.tokens.accessToken else { return }
      var client = session.client
      if stored.tokenType == .dpop {
        // What was bound to a key stays bound to it (RFC 9449 §5): the client refuses a token that isn't.
        guard let key = stored.proofKey else { throw TokenSessionError.unusableKey(account) }
        client = client.with(prover: try session.prover(key))
      }
      let response = try await client.clientCredentials(
        scope: record.scope, resources: record.resources, parameters: record.parameters)
      var tokens = try StoredTokens(response, prover: client.prover)
      tokens.additionalMembers[AccountRecord.member] = record.json
      try await store.save(tokens, for: account)
    }
  }
}
