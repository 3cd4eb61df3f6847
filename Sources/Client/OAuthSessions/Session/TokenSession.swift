public import FoundationBasics
internal import Logging
public import OAuth
public import OAuthCore
internal import Synchronization
public import TokenStorage

/// The owner of one account's tokens: it stores them, refreshes them and returns valid access
/// tokens.
///
/// Create one for each account and share it. However many tasks ask when a token expires, or after
/// a resource's 401, one request goes to the token endpoint. Processes that share the store take
/// turns, and later ones use the tokens that the first one got. New tokens are stored before any
/// caller gets them. A failure that says nothing about the tokens (no network, an overloaded
/// server) never ends the session: only the server's `invalid_grant` does.
///
/// ```swift
/// let session = TokenSession(account: account, client: client, store: store, origins: [api])
/// try await session.save(try await client.signIn(scope: Scope(["profile"]), with: userAgent))
/// let answer = try await session.send(api.request(.get))
/// ```
///
/// **A lost answer.** If the server has rotated the refresh token and its answer never arrives, the
/// client has only the spent one. The session asks once more, at once. Servers that allow some
/// leeway answer with new tokens. All others end the session, which no later request could have
/// saved. The same holds if a process dies between the server's answer and the write to the store.
public actor TokenSession {
  /// The account that the tokens belong to.
  public nonisolated let account: Account
  /// The client that asks the server. Its `OAuthClient.prover` is used for tokens that are bound
  /// to its key.
  public nonisolated let client: OAuthClient
  /// The store of the tokens.
  public nonisolated let store: any TokenStore

  nonisolated let origins: Set<String>
  nonisolated let policy: RefreshPolicy
  nonisolated let verifier: (any RefreshVerifier)?
  nonisolated let monotonic: MonotonicClock
  /// Renews the stored tokens in another process; `nil` if this one does it.
  nonisolated let outside: OutsideRenewal?
  /// Keeps the system from suspending the app between a request and the save of its answer.
  nonisolated let time: BackgroundTime
  nonisolated let listeners = TokenChanges()
  private nonisolated let memory = Mutex(Memory())

  private struct Memory {
    var heldTokens: HeldTokens?
    /// The number of times that a user's session ended: by a sign-out, or by the server.
    var ends = 0
  }

  /// The renewal that is running, if one is.
  var renewal: SharedTask<Renewal>?
  /// Tokens that the server issued and the store didn't save.
  var unstoredTokens: UnstoredTokens?
  /// The pause after a temporary failure.
  var backoff: RefreshBackoff?
  /// The number of sign-ins and sign-outs, by which a renewal notices that its tokens were replaced
  /// meanwhile.
  var signIns = 0
  /// The access token of the last renewal that a resource's rejection caused, and the time of that
  /// renewal.
  var forcedRenewal: (token: Secret, moment: Duration)?

  /// Creates a session for an account, whether or not its user has signed in.
  ///
  /// - Parameters:
  ///   - account: The account that the tokens belong to.
  ///   - client: The client that asks the server.
  ///   - store: The store of the tokens. It may be empty until ``save(_:)`` is called.
  ///   - origins: Addresses of the provider's resources. The tokens are sent only to the origins of
  ///     these addresses, because every receiver of a bearer token can use it. Default: none, so
  ///     that ``send(_:body:limits:)`` and ``authorize(_:validFor:)`` accept no request.
  ///   - policy: The rules of refreshing. Default: a minute before expiry.
  ///   - verifier: The `OpenIDClient` that verifies the ID tokens of refreshes. Give one if the
  ///     sign-in had an ID token: without it, an answer for another user is accepted. Default: none.
  ///   - monotonic: The clock that measures passed time; tests pass their own. Default: the
  ///     system's. The time of day comes from the client's clock.
  public init(
    account: Account, client: OAuthClient, store: any TokenStore, origins: [Endpoint] = [],
    policy: RefreshPolicy = RefreshPolicy(), verifier: (any RefreshVerifier)? = nil,
    monotonic: MonotonicClock = .system
  ) {
    self.init(
      account: account, client: client, store: store, origins: origins, policy: policy, verifier: verifier,
      monotonic: monotonic, outside: nil)
  }

  /// A session whose tokens another process renews, if `outside` isn't `nil`.
  package init(
    account: Account, client: OAuthClient, store: any TokenStore, origins: [Endpoint], policy: RefreshPolicy,
    verifier: (any RefreshVerifier)?, monotonic: MonotonicClock = .system, outside: OutsideRenewal?,
    time: BackgroundTime = .system
  ) {
    self.account = account
    self.client = client
    self.store = store
    self.origins = Set(origins.map(\.origin))
    self.policy = policy
    self.verifier = verifier
    self.monotonic = monotonic
    self.outside = outside
    self.time = time
  }

  /// Returns a valid access token.
  ///
  /// The token usually comes from memory. Near its expiry the session refreshes it first, so call
  /// this before each use instead of storing the token. Cancelling the task stops the waiting, not
  /// the refresh.
  ///
  /// - Parameter need: The time that the token must stay valid. If the server issues tokens that
  ///   expire earlier, a token with at least four fifths of its lifetime left is enough. Default:
  ///   0.
  /// - Throws: ``TokenSessionError``; `CancellationError`.
  public nonisolated func accessToken(validFor need: Duration = .zero) async throws -> Secret {
    let need = TokenNeed(ends: ends, validFor: need)
    if let heldTokens = fresh(for: need) { return heldTokens.tokens.accessToken }
    return try await renewed(for: need).tokens.accessToken
  }

  /// Returns an access token that replaces one that a resource rejected.
  ///
  /// For callers that use their own HTTP client; ``send(_:body:limits:)`` does this itself after a
  /// 401. If another task or process has already replaced the token, its successor is returned
  /// without a request.
  ///
  /// - Parameter rejectedToken: The access token to replace.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/noRefreshToken(_:)``;
  ///   `CancellationError`.
  public nonisolated func accessToken(insteadOf rejectedToken: Secret) async throws -> Secret {
    try await renewed(for: TokenNeed(ends: ends, rejectedToken: rejectedToken)).tokens.accessToken
  }

  /// The changes of the tokens from now on: refreshes here, refreshes by other processes once they
  /// are noticed, and the end of the session.
  ///
  /// Each call returns a new sequence, which ends with the session object. A slow reader gets the
  /// newest eight changes.
  public nonisolated var changes: AsyncStream<TokenChange> { listeners.stream() }

  /// Returns the time when the user has to sign in again, as far as the server said
  /// (`StoredTokens.signInDeadline`). Sends no request.
  ///
  /// An application can tell the user days before (draft-ietf-oauth-refresh-token-expiration-03 §9).
  /// - Throws: ``TokenSessionError/signedOut(_:)``; ``TokenSessionError/storage(_:)``.
  public nonisolated func signInDeadline() async throws(TokenSessionError) -> Date? {
    let tokens: StoredTokens?
    do {
      tokens = try await store.tokens(for: account)
    } catch {
      throw .storage(error)
    }
    guard let tokens else { throw .signedOut(account) }
    return tokens.signInDeadline
  }

  /// Stores the tokens of a sign-in, in place of the account's previous ones.
  ///
  /// - Parameter response: The answer of the token endpoint. The client's key is stored with tokens
  ///   that are bound to it.
  /// - Throws: ``TokenSessionError/storage(_:)`` if the tokens couldn't be stored, and the user has
  ///   to sign in again once the store is usable; ``TokenSessionError/unusableKey(_:)`` if the
  ///   tokens are bound to a key and the client has none; `CancellationError`.
  public func save(_ response: TokenResponse) async throws {
    guard let tokens = try? StoredTokens(response, prover: client.prover) else {
      throw TokenSessionError.unusableKey(account)
    }
    try await save(tokens)
  }

  /// Stores the tokens of a sign-in together with the caller's own additional members.
  package func save(_ tokens: StoredTokens) async throws {
    do {
      try await store.withLock(on: account) { [store, account] in try await store.save(tokens, for: account) }
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
    signIns += 1
    unstoredTokens = nil
    backoff = nil
    forcedRenewal = nil
    hold(try held(tokens), isChange: true)
  }

  // MARK: - Tokens in memory

  /// The number of times that a user's session ended.
  nonisolated var ends: Int { memory.withLock { $0.ends } }

  /// Returns the tokens in memory, if they satisfy `need`.
  nonisolated func fresh(for need: TokenNeed) -> HeldTokens? {
    guard let heldTokens = memory.withLock({ $0.ends == need.ends ? $0.heldTokens : nil }), isEnough(heldTokens, need)
    else {
      return nil
    }
    return heldTokens
  }

  /// Returns the tokens in memory, if their access token can still be used although it can't be
  /// renewed now.
  ///
  /// - Parameter error: The failure of the renewal. If it shows that this machine's clock is ahead, the
  ///   access token's expiry is compared with the corrected time.
  nonisolated func usable(for need: TokenNeed, after error: TokenSessionError? = nil) -> HeldTokens? {
    guard let heldTokens = memory.withLock({ $0.ends == need.ends ? $0.heldTokens : nil }),
      heldTokens.tokens.accessToken != need.rejectedToken
    else { return nil }
    if heldTokens.life.isUsable(for: need.validFor, monotonic: monotonic.now()) { return heldTokens }
    guard let seconds = error?.secondsFast, let end = heldTokens.tokens.expiresAt,
      end.timeIntervalSince(client.clock.now()) + Double(seconds) > need.validFor.inSeconds
    else { return nil }
    client.logger.warning(
      "this machine's clock is fast: set it. The stored access token is still valid",
      metadata: ["seconds": "\(seconds)"])
    return heldTokens
  }

  /// Returns whether the tokens satisfy `need`.
  nonisolated func isEnough(_ heldTokens: HeldTokens, _ need: TokenNeed) -> Bool {
    if let rejectedToken = need.rejectedToken, heldTokens.tokens.accessToken == rejectedToken { return false }
    return heldTokens.life.isFresh(for: need.validFor, wall: client.clock.now(), monotonic: monotonic.now())
  }

  /// Returns the tokens of the store with their prover and their lifetime.
  ///
  /// - Throws: ``TokenSessionError/unusableKey(_:)``.
  func held(_ tokens: StoredTokens) throws -> HeldTokens {
    let previous = memory.withLock { $0.heldTokens }
    // For the same tokens, the lifetime that was measured from their arrival stays.
    if let previous, previous.tokens == tokens { return previous }
    let prover: DPoPProver?
    switch tokens.proofKey {
    case nil:
      // A bound token can't be used without its key, and must not be sent as a bearer token.
      guard tokens.tokenType != .dpop else { throw TokenSessionError.unusableKey(account) }
      prover = nil
    case let key? where key == previous?.tokens.proofKey: prover = previous?.prover
    case let key?: prover = try self.prover(key)
    }
    let life = AccessTokenLife(
      of: tokens, margin: policy.margin, wall: client.clock.now(), monotonic: monotonic.now())
    return HeldTokens(tokens, prover: prover, life: life)
  }

  /// Holds tokens in memory, and reports the change.
  ///
  /// - Parameter isChange: Whether the tokens are new even if none were held before. Tokens that
  ///   the session's first read of the store finds are not.
  func hold(_ heldTokens: HeldTokens, isChange: Bool) {
    let previous = memory.withLock { memory in
      defer { memory.heldTokens = heldTokens }
      return memory.heldTokens
    }
    guard previous?.tokens != heldTokens.tokens, isChange || previous != nil else { return }
    listeners.report(.renewed(heldTokens.tokens))
  }

  /// Discards the tokens in memory, and ends the session for the calls that wait.
  ///
  /// - Parameter reports: Whether listeners get the change even if no tokens were held.
  func discard(_ change: TokenChange, reports: Bool) {
    let isEnd = memory.withLock { memory in
      let isEnd = memory.heldTokens != nil || reports
      memory.heldTokens = nil
      if isEnd { memory.ends += 1 }
      return isEnd
    }
    unstoredTokens = nil
    if isEnd { listeners.report(change) }
  }
}
