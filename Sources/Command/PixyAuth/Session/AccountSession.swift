package import HTTPTypes
internal import JOSE
package import Logging
internal import OAuth
package import OAuthCore
package import OAuthProviders
package import OAuthSessions
package import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The session of one account in one run of a command. It keeps the tokens valid.
///
/// The library's session refreshes the tokens. Where a grant has no refresh token and needs no
/// user, this type repeats the grant.
///
/// A ``RefreshProcess`` refreshes, so a command may end at any time.
package struct AccountSession: Sendable {
  package let storedAccount: StoredAccount
  package let session: TokenSession
  private let ended: EndedAccounts
  private let provider: ProviderClient?
  /// The key of bound tokens, and the file with the nonces of earlier runs.
  private let nonces: (prover: DPoPProver, file: DPoPNonceFile)?
  /// Opens the session at the user's identity provider; `nil` if the account's tokens come from elsewhere.
  private let identityProvider: (@Sendable () async throws -> IdentityProviderSession)?
  /// Opens the session again with current metadata; `nil` if this session has current metadata.
  private let current: (@Sendable () async throws -> AccountSession)?

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - storedAccount: The account.
  ///   - directory: The directory with the account.
  ///   - transport: The transport of requests. None is sent while the tokens are valid.
  ///   - connect: Returns the transport to another server: the identity provider of the account.
  ///   - further: Further origins that may receive the token in this run.
  ///   - need: The remaining lifetime that the access token must have; `nil` if the command
  ///     contacts the token endpoint in any case. While the stored token satisfies it, metadata of
  ///     any age is used.
  ///   - clock: The wall clock. Default: the system's.
  ///   - logger: The logger of the session. Secrets are never logged.
  ///   - refreshing: The process that refreshes; `nil` if this process does it.
  /// - Throws: The errors of discovery, if it is necessary.
  package init(
    _ storedAccount: StoredAccount, in directory: AccountDirectory, through transport: any HTTPTransport,
    connecting connect: @escaping @Sendable (ServerChoice) -> any HTTPTransport = { server in
      LazyTransport { try server.transport() }
    },
    also further: [Endpoint] = [],
    validFor need: Duration? = .zero, clock: WallClock = .system, logger: Logger,
    refreshingIn refreshing: RefreshProcess? = nil
  ) async throws {
    let recent = storedAccount.record.recentMetadata(at: clock.now())
    let isFresh = need.map { storedAccount.isGood(for: $0, at: clock.now()) } ?? false
    let old = recent == nil && isFresh ? storedAccount.record.knownMetadata : nil
    let metadata =
      if let known = recent ?? old { known } else {
        try await storedAccount.record.server.metadata(through: transport)
      }
    let server = try ServerClient(
      storedAccount.record.client, at: storedAccount.record.server, metadata,
      through: old.map { StaleMetadataTransport(transport: transport, metadata: $0) } ?? transport,
      clock: clock, logger: logger)
    var storedAccount = storedAccount
    if recent == nil, old == nil, metadata.issuer != nil {
      storedAccount.record.metadata = metadata.members
      storedAccount.record.metadataFoundAt = clock.now()
      try await directory.keepMetadata(of: storedAccount)
    }
    self.storedAccount = storedAccount
    ended = directory.ended
    provider = server.named
    nonces = Self.nonces(for: storedAccount.tokens, in: DPoPNonceFile(folder: directory.folders.data))
    let client = nonces.map { server.oauth.with(prover: $0.prover) } ?? server.oauth
    session = TokenSession(
      account: storedAccount.account, client: client, store: directory.store, origins: storedAccount.origins + further,
      policy: RefreshPolicy(
        endingErrors: server.provider.endingErrors, resources: storedAccount.record.resources),
      verifier: storedAccount.record.grant.needsUser ? try server.verifier(for: storedAccount.record.scope) : nil,
      outside: refreshing?.renewal)
    if let account = storedAccount.record.identityProvider {
      identityProvider = {
        guard let storedAccount = try await directory.storedAccount(account) else {
          throw SignInNeeded(identityProvider: account, in: directory)
        }
        return try await IdentityProviderSession(
          of: storedAccount, in: directory, connecting: connect, clock: clock, logger: logger,
          refreshingIn: refreshing?.process(for: storedAccount))
      }
    } else {
      identityProvider = nil
    }
    guard old != nil else {
      current = nil
      return
    }
    current = { [storedAccount] in
      let newest = try await directory.storedAccount(storedAccount.account) ?? storedAccount
      return try await AccountSession(
        newest, in: directory, through: transport, connecting: connect, also: further, validFor: nil, clock: clock,
        logger: logger,
        refreshingIn: refreshing)
    }
  }

  /// Returns the prover of tokens that are bound to a stored key, with the nonces of earlier runs.
  private static func nonces(
    for tokens: StoredTokens, in file: DPoPNonceFile
  ) -> (prover: DPoPProver, file: DPoPNonceFile)? {
    guard case .privateKey(let jwk)? = tokens.proofKey, let key = try? SigningKey(jwk: jwk),
      let prover = try? DPoPProver(key)
    else { return nil }
    file.restore(prover)
    return (prover, file)
  }

  /// Returns an access token with a remaining lifetime; see `TokenSession.accessToken(validFor:)`.
  ///
  /// - Throws: ``SignInNeeded``; `TokenSessionError`; `CancellationError`.
  package func accessToken(validFor need: Duration = .zero) async throws -> Secret {
    try await perform { account in
      try await account.repeatingGrant(validFor: need) { try await account.session.accessToken(validFor: need) }
    }
  }

  /// Obtains a new access token, whatever the remaining lifetime of the old one.
  ///
  /// - Throws: The errors of ``accessToken(validFor:)``.
  package func refreshed() async throws -> Secret {
    let old = storedAccount.tokens.accessToken
    return try await perform { account in
      try await account.repeatingGrant(insteadOf: old) { try await account.session.accessToken(insteadOf: old) }
    }
  }

  /// Refreshes the tokens in this process, whatever its parent does.
  ///
  /// - Parameters:
  ///   - need: The time that the access token must stay valid.
  ///   - rejectedToken: The access token that a resource has just rejected, if one has.
  /// - Throws: `TokenSessionError`.
  func refreshHere(validFor need: Duration, insteadOf rejectedToken: Secret?) async throws {
    defer { if let nonces { nonces.file.save(nonces.prover) } }
    if let rejectedToken {
      _ = try await session.accessToken(insteadOf: rejectedToken)
    } else {
      _ = try await session.accessToken(validFor: need)
    }
  }

  /// Sends a request with an access token; see `TokenSession.send`. If a resource rejects the token
  /// of a grant that needs no user, the grant is repeated once.
  ///
  /// - Parameter limits: The timeouts and the size limit of the exchange. Default: those of OAuth
  ///   endpoints.
  /// - Parameter transport: The transport of the exchanges with the resource. Default: the session's.
  package func send(
    _ request: HTTPRequest, body: [UInt8] = [], limits: HTTPLimits? = nil,
    through transport: (any HTTPTransport)? = nil
  ) async throws -> HTTPAnswer {
    try await perform { account in
      func sent() async throws -> HTTPAnswer {
        try await account.session.send(request, body: body, limits: limits, through: transport)
      }
      let isRepeatable = account.storedAccount.record.grant.isRepeatable
      let token = isRepeatable ? try await account.repeatingGrant { try await account.session.accessToken() } : nil
      let answer = try await account.repeatingGrant(sent)
      guard let token, account.storedAccount.tokens.refreshToken == nil,
        answer.response.status == .unauthorized
          || answer.rejectsToken(ifOver: { account.storedAccount.state(at: session.client.clock.now()) != .valid })
      else { return answer }
      try await account.repeatGrant(insteadOf: token)
      // Lets the session read the new token from the store.
      _ = try await account.session.accessToken(insteadOf: token)
      return try await sent()
    }
  }

  /// Reads the user's profile from the provider; `nil` if the account's server has no profile
  /// resource.
  ///
  /// - Throws: ``SignInNeeded``; `ProviderError`; the errors of ``send(_:body:limits:)``.
  package func profile() async throws -> Profile? {
    guard provider != nil else { return nil }
    return try await perform { account in
      guard let provider = account.provider, case .resource = provider.provider.profile else { return nil }
      return try await account.repeatingGrant { try await provider.profile(through: account.session) }
    }
  }

  /// Revokes the tokens and removes the account.
  package func signOut() async throws -> SignOutOutcome {
    if let provider { return try await provider.signOut(session) }
    return try await session.signOut()
  }

  /// Runs an operation, and repeats it with current metadata if it needs the token endpoint and the
  /// metadata is old.
  ///
  /// A signal cancels the operation. A refresh goes on in its own process.
  private func perform<Result: Sendable>(
    _ use: @escaping @Sendable (AccountSession) async throws -> Result
  ) async throws -> Result {
    try await Interruption.cancelling {
      defer { if let nonces { nonces.file.save(nonces.prover) } }
      do {
        return try await use(self)
      } catch is CancellationError {
        if await session.isRenewing {
          session.client.logger.notice("the refresh goes on in the background, and its tokens will be stored")
        }
        throw CancellationError()
      } catch {
        guard StaleMetadata.isCause(of: error), let current else { throw error }
        return try await use(try await current())
      }
    }
  }

  /// Runs an operation, and repeats it after a new grant if the grant has no refresh tokens and
  /// needs no user.
  ///
  /// - Parameters:
  ///   - need: The remaining lifetime that the access token must have. Default: 0.
  ///   - rejectedToken: The access token to replace, whatever its lifetime. Default: none.
  ///   - use: The operation.
  /// - Throws: ``SignInNeeded`` if the user has to sign in; ``RefusedRefresh`` if that may be so;
  ///   the errors of the operation.
  func repeatingGrant<Result: Sendable>(
    validFor need: Duration = .zero, insteadOf rejectedToken: Secret? = nil, _ use: () async throws -> Result
  ) async throws -> Result {
    do {
      do {
        return try await use()
      } catch TokenSessionError.noRefreshToken where storedAccount.record.grant.isRepeatable {
        try await repeatGrant(validFor: need, insteadOf: rejectedToken)
        return try await use()
      }
    } catch TokenSessionError.refused(let cause as any ExplainedError) where RefusalSubject(of: cause) == .refreshToken
    {
      throw RefusedRefresh(cause: cause, command: storedAccount.record.loginCommand)
    } catch let error as TokenSessionError where isForSignIn(error) {
      if case .ended = error { ended.add(storedAccount) }
      throw SignInNeeded(
        .unusable(storedAccount.account, error.explanation), command: storedAccount.record.loginCommand)
    }
  }

  /// Whether only a sign-in helps. A sign-in registers a new client in place of one that an earlier
  /// sign-in registered and that the server no longer accepts.
  private func isForSignIn(_ error: TokenSessionError) -> Bool {
    error.category == .signInNeeded || (storedAccount.record.isRegistered && RefusalSubject(of: error) == .client)
  }

  /// Repeats a grant that has no refresh tokens (RFC 6749 §4.4.3,
  /// draft-ietf-oauth-identity-assertion-authz-grant-03 §4.4.3), unless another process was faster.
  private func repeatGrant(validFor need: Duration = .zero, insteadOf rejectedToken: Secret? = nil) async throws {
    let (account, store, record) = (storedAccount.account, session.store, storedAccount.record)
    try await store.withLock(on: account) {
      // Another process may have signed out meanwhile.
      guard let stored = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      let isFresh = AccessTokenLife(of: stored, wall: session.client.clock.now(), monotonic: .zero)
        .isFresh(for: need, wall: session.client.clock.now(), monotonic: .zero)
      guard !isFresh || stored.accessToken == rejectedToken else { return }
      var client = session.client
      if stored.tokenType == .dpop {
        // Bound tokens stay bound to the same key (RFC 9449 §5): the client rejects others.
        guard let key = stored.proofKey else { throw TokenSessionError.unusableKey(account) }
        client = client.with(prover: try session.prover(key))
      }
      let response =
        if let identityProvider {
          try await identityProvider().tokens(for: record, from: client)
        } else {
          try await client.clientCredentials(
            scope: record.scope, resources: record.resources, parameters: record.parameters)
        }
      var tokens = try StoredTokens(response, prover: client.prover)
      tokens.additionalMembers[AccountRecord.member] = record.json
      try await store.save(tokens, for: account)
    }
  }
}
