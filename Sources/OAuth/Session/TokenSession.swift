internal import Logging
public import OAuthCore
internal import Synchronization
public import TokenStorage

/// Keeps the tokens of one account valid and safe: whoever needs an access token asks it, and nobody else refreshes.
///
/// Make one for each account and share it. However many tasks ask at expiry, or after a resource's 401, one request goes to the
/// token endpoint; processes that share the store take turns, and those that come later use what the first one got. New
/// tokens are durable before anyone gets them. A failure that says nothing about the tokens (no network, an overloaded
/// server) never ends the session: only the server's `invalid_grant` does.
///
/// ```swift
/// let session = TokenSession(account: account, client: client, store: store, origins: [api])
/// let answer = try await session.send(api.request(.get))
/// ```
///
/// **A lost answer.** If the server has replaced the refresh token (rotation) and its answer never arrives, the client has the spent one. The
/// session asks once more, at once: servers that allow some leeway answer with new tokens; all others end the session, which no
/// later request could have saved. The same holds for a process that dies between the server's
/// answer and the store's disk.
public actor TokenSession {
  /// Whose tokens.
  public nonisolated let account: Account
  /// What asks the server. Its ``OAuthClient/prover`` is used for tokens that are bound to its key.
  public nonisolated let client: OAuthClient
  /// Where the tokens are kept.
  public nonisolated let store: any TokenStore

  nonisolated let origins: Set<String>
  nonisolated let policy: RefreshPolicy
  nonisolated let monotonic: MonotonicClock
  nonisolated let changes = TokenChanges()
  private nonisolated let cache = Mutex<HeldTokens?>(nil)

  /// The one refresh that is under way, if there is one.
  var flight: SharedTask<Renewal>?
  /// Tokens that the server gave and the store didn't take.
  var unstored: UnstoredTokens?
  /// When the server may be asked again, after it couldn't answer.
  var pause: RefreshPause?
  /// Counts sign-ins and sign-outs, so that what was read before one isn't taken for what came after.
  var signIns = 0
  /// The access token that a resource's refusal of another one brought last, and when that was.
  var forced: (token: Secret, moment: Duration)?

  /// A session for an account, signed in or not.
  ///
  /// - Parameters:
  ///   - account: whose tokens.
  ///   - client: asks the server.
  ///   - store: where the tokens are, or will be once ``keep(_:)`` was called.
  ///   - origins: addresses of the provider's resources. The tokens go to the origins of these and nowhere else: whoever gets
  ///     a bearer token can use it.
  ///   - policy: when to refresh.
  ///   - monotonic: how much time has passed; tests pass their own. What time it is, the client's clock says.
  public init(
    account: Account, client: OAuthClient, store: any TokenStore, origins: [Endpoint] = [],
    policy: RefreshPolicy = RefreshPolicy(), monotonic: MonotonicClock = .system
  ) {
    self.account = account
    self.client = client
    self.store = store
    self.origins = Set(origins.map(\.origin))
    self.policy = policy
    self.monotonic = monotonic
  }

  /// An access token that is good for a while.
  ///
  /// Usually it comes from memory. At the end of its life it is refreshed first: call it before each use rather than keeping
  /// what it gave. Cancelling the task stops the waiting, not the refresh.
  ///
  /// - Parameter need: how long the token has to be good for at least. If the server gives tokens that live no longer, one that
  ///   has at least four fifths of its life left.
  /// - Throws: ``TokenSessionError``; `CancellationError`.
  public nonisolated func accessToken(validFor need: Duration = .zero) async throws -> Secret {
    let need = TokenNeed(validFor: need)
    if let held = fresh(for: need) { return held.tokens.accessToken }
    return try await renewed(for: need).tokens.accessToken
  }

  /// Another access token than one that isn't wanted any more, because a resource refused it or a person asked for a new one.
  ///
  /// For who moves requests by other means than ``send(_:body:limits:)``, which does this itself after a 401. If another task or process has had
  /// the token replaced already, that one's successor is given and nobody is asked.
  ///
  /// - Parameter rejected: the access token that isn't wanted.
  /// - Throws: ``TokenSessionError``, above all ``TokenSessionError/noRefreshToken(_:)``; `CancellationError`.
  public nonisolated func accessToken(insteadOf rejected: Secret) async throws -> Secret {
    try await renewed(for: TokenNeed(rejected: rejected)).tokens.accessToken
  }

  /// What happens to the tokens from now on: refreshes here and, once they are noticed, by others; the end of the session.
  ///
  /// Each call gives a sequence of its own, which ends with the session object. Who reads slowly gets the newest changes.
  public nonisolated var tokens: AsyncStream<TokenChange> { changes.stream() }

  /// Keeps the tokens of a sign-in, in place of whatever the account had.
  ///
  /// - Parameter response: what the client got. If it is bound to the client's key, the key is kept with it.
  /// - Throws: ``TokenSessionError/storage(_:)`` if it couldn't be kept: nobody else has the tokens then, and the person has to
  ///   sign in again once the store is usable; ``TokenSessionError/unusableKey(_:)`` if they are bound to a key and the client has
  ///   none; `CancellationError`.
  public func keep(_ response: TokenResponse) async throws {
    guard let tokens = try? StoredTokens(response, prover: client.prover) else {
      throw TokenSessionError.unusableKey(account)
    }
    try await keep(tokens)
  }

  /// The same for tokens that have beside them what a provider's service wants to find again.
  package func keep(_ tokens: StoredTokens) async throws {
    do {
      try await store.withLock(on: account) { [store, account] in try await store.save(tokens, for: account) }
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
    signIns += 1
    unstored = nil
    pause = nil
    forced = nil
    hold(try held(tokens), isChange: true)
  }

  // MARK: - What is held in memory

  /// The tokens in memory, if their access token does for the need.
  nonisolated func fresh(for need: TokenNeed) -> HeldTokens? {
    guard let held = cache.withLock({ $0 }), isEnough(held, need) else { return nil }
    return held
  }

  /// The tokens in memory, if their access token does where no new one can be had.
  nonisolated func usable(for need: TokenNeed) -> HeldTokens? {
    guard let held = cache.withLock({ $0 }), held.tokens.accessToken != need.rejected,
      held.life.isUsable(for: need.validFor, monotonic: monotonic.now())
    else { return nil }
    return held
  }

  nonisolated func isEnough(_ held: HeldTokens, _ need: TokenNeed) -> Bool {
    if let rejected = need.rejected, held.tokens.accessToken == rejected { return false }
    return held.life.isFresh(for: need.validFor, wall: client.clock.now(), monotonic: monotonic.now())
  }

  /// Tokens that are in the store, with what is known about them now.
  ///
  /// - Throws: ``TokenSessionError/unusableKey(_:)``.
  func held(_ tokens: StoredTokens) throws -> HeldTokens {
    let previous = cache.withLock { $0 }
    // The same tokens: what is known about their age since is kept.
    if let previous, previous.tokens == tokens { return previous }
    let prover: DPoPProver?
    switch tokens.proofKey {
    case nil:
      // Worth nothing without the key, and nothing to show as a bearer token.
      guard tokens.tokenType != .dpop else { throw TokenSessionError.unusableKey(account) }
      prover = nil
    case let key? where key == previous?.tokens.proofKey: prover = previous?.prover
    case let key?: prover = try self.prover(key)
    }
    let life = AccessTokenLife(
      of: tokens, margin: policy.margin, wall: client.clock.now(), monotonic: monotonic.now())
    return HeldTokens(tokens, prover: prover, life: life)
  }

  /// Keeps tokens in memory.
  ///
  /// - Parameter isChange: whether they are new even if none were held before. A session's first look at the store finds nothing
  ///   new.
  func hold(_ held: HeldTokens, isChange: Bool) {
    let previous = cache.withLock { cache in
      defer { cache = held }
      return cache
    }
    guard previous?.tokens != held.tokens, isChange || previous != nil else { return }
    changes.tell(.renewed(held.tokens))
  }

  /// Forgets the tokens in memory.
  ///
  /// - Parameter tells: whether listeners hear of it even if none were held.
  func forget(_ change: TokenChange, tells: Bool) {
    let previous = cache.withLock { cache in
      defer { cache = nil }
      return cache
    }
    unstored = nil
    if previous != nil || tells { changes.tell(change) }
  }
}
