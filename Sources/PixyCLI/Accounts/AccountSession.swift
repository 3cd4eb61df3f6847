#if CLI
internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import TokenStorage

/// What keeps one account's tokens valid while a command runs: refreshes by the library's session, and asks anew where a grant has no
/// refresh token and needs nobody.
struct AccountSession: Sendable {
  let kept: KeptAccount
  let session: TokenSession
  private let provider: ProviderClient?

  /// - Parameters:
  ///   - kept: the account.
  ///   - book: where its tokens are.
  ///   - transport: what moves requests. Nothing is sent while the tokens are good.
  ///   - further: addresses beside the account's own whose origins may see the token, in this run alone.
  ///   - need: how long the access token has to be good for. While the kept one is, metadata of any age does, because the server isn't asked
  ///     for anything; `nil` if it will be in any case.
  ///   - clock: what time it is.
  ///   - logger: told what happens, never a secret.
  /// - Throws: what finding the server's metadata throws, if it has to be asked for.
  init(
    _ kept: KeptAccount, in book: AccountBook, through transport: any HTTPTransport, also further: [Endpoint] = [],
    validFor need: Duration? = .zero, clock: WallClock = .system, logger: Logger
  ) async throws {
    let record = kept.record
    let isGood = need.map { kept.isGood(for: $0, at: clock.now()) } ?? false
    let recent = isGood ? record.knownMetadata : record.recentMetadata(at: clock.now())
    let client: OAuthClient
    var policy = RefreshPolicy()
    if var provider = try record.server.knownProvider() {
      if let recent { provider.server = .known(recent) }
      let known = record.client.providerClient(provider, through: transport, logger: logger)
      client = try await known.oauthClient()
      policy.endingErrors = provider.endingErrors
      self.provider = known
    } else {
      let metadata =
        if let recent { recent } else { try await record.server.server().metadata(through: transport) }
      client = OAuthClient(
        id: record.client.id, authentication: try record.client.authentication(), server: metadata,
        transport: transport, clock: clock, logger: logger)
      provider = nil
    }
    self.kept = kept
    session = TokenSession(
      account: kept.account, client: client, store: book.store, origins: kept.origins + further, policy: policy)
  }

  /// An access token that is good for a while; see `TokenSession.accessToken(validFor:)`.
  ///
  /// - Throws: ``SignInNeeded``; `TokenSessionError`; `CancellationError`.
  func accessToken(validFor need: Duration = .zero) async throws -> Secret {
    try await orAskingAnew { try await session.accessToken(validFor: need) }
  }

  /// A new access token, whatever is left of the old one's life.
  ///
  /// - Throws: as ``accessToken(validFor:)``.
  func refreshed() async throws -> Secret {
    try await orAskingAnew { try await session.accessToken(insteadOf: kept.tokens.accessToken) }
  }

  /// Sends a request with an access token; see `TokenSession.send`.
  func send(_ request: HTTPRequest, body: [UInt8] = []) async throws -> HTTPAnswer {
    try await orAskingAnew { try await session.send(request, body: body) }
  }

  /// Who it is, from the provider's own resource; `nil` if the account's server has none.
  ///
  /// - Throws: ``SignInNeeded``; `ProviderError`; as ``send(_:body:)``.
  func profile() async throws -> Profile? {
    guard let provider, case .resource = provider.provider.profile else { return nil }
    return try await orAskingAnew { try await provider.profile(through: session) }
  }

  /// Has the server end the tokens, and forgets them.
  func signOut() async throws -> SignOutOutcome {
    if let provider { return try await provider.signOut(session) }
    return try await session.signOut()
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
      if let stored = try await store.tokens(for: account), stored.accessToken != kept.tokens.accessToken { return }
      let response = try await session.client.clientCredentials(
        scope: record.scope, resources: record.resources, parameters: record.parameters)
      var tokens = try StoredTokens(response, prover: session.client.prover)
      tokens.additionalMembers[AccountRecord.member] = record.json
      try await store.save(tokens, for: account)
    }
  }
}
#endif
