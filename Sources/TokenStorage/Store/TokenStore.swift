/// Where tokens are kept between one use and the next.
///
/// Apps choose a kind (or let `StorageLadder` choose the best that this machine has) and give it to a token session; nobody
/// else has to call it. Every kind keeps what is said below. `TokenStoreCompatibility` in `OAuthTestSupport` checks what can be seen
/// through these calls: what was saved comes back, also from a store that is opened anew; a save replaces the whole; accounts don't
/// touch each other, however they are spelt; locks keep others out, and let go of who is cancelled. What a crash leaves, each kind
/// checks for itself.
public protocol TokenStore: Sendable {
  /// What kind of store this is, where, and what protects it.
  var location: StorageLocation { get }

  /// The tokens of an account.
  ///
  /// - Parameter account: whose tokens; compared octet for octet.
  /// - Returns: `nil` if there are none.
  /// - Throws: ``TokenStoreError`` if the store can't be read: that says nothing about whether there are any.
  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens?

  /// Keeps tokens in place of whatever the account has. When the call returns, they are durable.
  ///
  /// - Parameters:
  ///   - tokens: what to keep, whole: nothing of the old ones is left.
  ///   - account: whose tokens; it need not be known.
  /// - Throws: ``TokenStoreError`` if it isn't known that they are kept: the old ones or the new ones are there, whole. Tokens that
  ///   couldn't be read again are refused (``StoredTokens/checkedText(place:)``).
  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError)

  /// Forgets an account's tokens, and that it is the current one. An account that has none is no error.
  ///
  /// - Parameter account: whose tokens; may be unknown.
  /// - Throws: ``TokenStoreError`` if it isn't known that they are gone: they may be there still.
  func delete(_ account: Account) async throws(TokenStoreError)

  /// All accounts that have tokens here, sorted, without unsealing any secret.
  ///
  /// - Throws: ``TokenStoreError`` if the store can't be listed.
  func accounts() async throws(TokenStoreError) -> [Account]

  /// The accounts of everything that can be read, sorted, and why the rest can't: for who moves or repairs what is there, and isn't
  /// helped by an error that hides all for the sake of one. Gives ``accounts()`` unless a store knows better.
  ///
  /// - Returns: `problems` has one error for each thing whose account can't be told; it names the place.
  /// - Throws: ``TokenStoreError`` if the store can't be listed at all.
  func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError])

  /// The account that a person chose at a provider, if it still has tokens.
  ///
  /// - Parameter provider: as in ``Account/provider``.
  /// - Returns: `nil` if nobody was chosen, or who was chosen has no tokens any more.
  /// - Throws: ``TokenStoreError`` if the store can't be read.
  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account?

  /// Makes an account the current one of its provider.
  ///
  /// - Parameter account: one that has tokens.
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if it has no tokens; others if the choice couldn't be kept.
  func setCurrentAccount(_ account: Account) async throws(TokenStoreError)

  /// Does something while nobody else does anything under the same account's lock: no other task, and no other process that
  /// uses the same store.
  ///
  /// Token sessions refresh in it. The lock of a process that died is free. It isn't taken by the other calls, which are
  /// whole by themselves; the body may call them. It can't be nested.
  ///
  /// - Parameters:
  ///   - account: whose lock.
  ///   - body: what to do.
  /// - Throws: ``TokenStoreError/Kind/busy`` if somebody else kept the lock for too long; what the body throws;
  ///   `CancellationError` if the task was cancelled before the body began.
  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result
}

extension TokenStore {
  /// ``accounts()``, and no problems: it throws instead if there is one.
  ///
  /// - Throws: as ``accounts()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    (try await accounts(), [])
  }
}
