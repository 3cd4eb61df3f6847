/// A store that keeps tokens between one use and the next.
///
/// An app chooses a kind of store, or lets `StorageLadder` choose the best one of the machine, and
/// passes it to a token session. The session makes all calls. Every kind of store fulfils the
/// requirements below. `TokenStoreCompatibility` in `OAuthTestSupport` checks the observable ones:
/// saved tokens are read back, even from a store that is opened anew; a save replaces all previous
/// tokens; accounts are independent, however they are spelled; locks are exclusive and are released
/// on cancellation. Each kind tests its own state after a crash.
public protocol TokenStore: Sendable {
  /// The kind of store, its place, and what protects it.
  var location: StorageLocation { get }

  /// Returns the tokens of an account.
  ///
  /// - Parameter account: The account, compared byte by byte.
  /// - Returns: `nil` if there are none.
  /// - Throws: ``TokenStoreError`` if the store can't be read. The error doesn't say whether there
  ///   are tokens.
  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens?

  /// Stores tokens and replaces any previous ones of the account. They are durable when the call
  /// returns.
  ///
  /// - Parameters:
  ///   - tokens: The tokens. No part of the previous ones is left.
  ///   - account: The account, which may be new.
  /// - Throws: ``TokenStoreError`` if it isn't certain that the tokens were stored. The old ones or
  ///   the new ones are there then, complete. Tokens that couldn't be read back are rejected
  ///   (``StoredTokens/checkedText(place:)``).
  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError)

  /// Prepares the next ``save(_:for:)`` of an account, as far as that is possible without the
  /// tokens. Nothing that was saved changes.
  ///
  /// Token sessions call it under the account's lock, right before they ask the server for new
  /// tokens. So a store that can't be written is detected before the refresh token is spent, and
  /// the time between the server's answer and the end of the save is short. A body that saves
  /// nothing after it needn't undo it. The default implementation does nothing.
  ///
  /// - Parameter account: The account whose tokens will be saved.
  /// - Throws: ``TokenStoreError`` if a save would fail now.
  func prepareSave(for account: Account) async throws(TokenStoreError)

  /// Saves something that is no account's tokens, and removes it. So a store that can't be written
  /// is detected before the user signs in. The default implementation does nothing.
  ///
  /// - Throws: ``TokenStoreError`` if a save would fail now.
  func checkSaving() async throws(TokenStoreError)

  /// Deletes an account's tokens and its mark as the current account. An account without tokens is
  /// no error.
  ///
  /// - Parameter account: The account, which may be unknown.
  /// - Throws: ``TokenStoreError`` if the tokens may still be there.
  func delete(_ account: Account) async throws(TokenStoreError)

  /// Returns all accounts that have tokens in this store, sorted, without decrypting any secret.
  ///
  /// - Throws: ``TokenStoreError`` if the store can't be listed.
  func accounts() async throws(TokenStoreError) -> [Account]

  /// Returns the accounts of all readable entries, sorted, and an error for each unreadable entry.
  /// Use it to move or repair a store, where one unreadable entry must not hide the others. The
  /// default implementation returns ``accounts()``.
  ///
  /// - Returns: The accounts, and in `problems` one error for each entry whose account can't be
  ///   determined. The error names the place.
  /// - Throws: ``TokenStoreError`` if the store can't be listed at all.
  func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError])

  /// Returns the current account of a provider, if the account still has tokens.
  ///
  /// - Parameter provider: The provider, as in ``Account/provider``.
  /// - Returns: `nil` if no account is current, or if the current one has no tokens any longer.
  /// - Throws: ``TokenStoreError`` if the store can't be read.
  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account?

  /// Makes an account the current one of its provider.
  ///
  /// - Parameter account: An account that has tokens.
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if the account has no tokens; another
  ///   ``TokenStoreError`` if the change couldn't be stored.
  func setCurrentAccount(_ account: Account) async throws(TokenStoreError)

  /// Runs a body while it holds the account's lock: no other task, and no other process that uses
  /// the same store, can hold it meanwhile.
  ///
  /// Token sessions refresh tokens under it. A process that ends releases its locks. The other
  /// calls don't take the lock, because each is atomic; the body may call them. The lock isn't
  /// reentrant.
  ///
  /// - Parameters:
  ///   - account: The account to lock.
  ///   - body: The work.
  /// - Throws: ``TokenStoreError/Kind/busy`` after a timeout; the body's error; `CancellationError`
  ///   if the task was cancelled before the body started.
  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result
}

extension TokenStore {
  /// Returns ``accounts()`` and no problems. Any problem is thrown instead.
  ///
  /// - Throws: The errors of ``accounts()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    (try await accounts(), [])
  }

  /// Does nothing.
  public func prepareSave(for account: Account) async throws(TokenStoreError) {}

  /// Does nothing.
  public func checkSaving() async throws(TokenStoreError) {}
}
