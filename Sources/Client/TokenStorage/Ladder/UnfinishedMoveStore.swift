/// The two stores of a move that can't be finished at the moment.
///
/// An account's tokens are in the source until they were moved, so the source comes first. The
/// destination has the accounts that were moved already, and its error is the answer for an account
/// that the source doesn't have: it may be there.
struct UnfinishedMoveStore: TokenStore {
  let source: any TokenStore
  /// The destination; `nil` if it can't even be opened.
  let destination: (any TokenStore)?
  /// The reason why the move can't be finished.
  let problem: TokenStoreError

  var location: StorageLocation { source.location }

  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    if let tokens = try await source.tokens(for: account) { return tokens }
    return try await opened().tokens(for: account)
  }

  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    // An account in the destination stays there if it can. A newer copy in the source wins when the
    // move is finished.
    if let destination, await !isInSource(account), await (try? destination.tokens(for: account)) != nil,
      await (try? destination.save(tokens, for: account)) != nil
    {
      return
    }
    try await source.save(tokens, for: account)
  }

  private func isInSource(_ account: Account) async -> Bool {
    do {
      return try await source.tokens(for: account) != nil
    } catch {
      // Unreadable tokens are there too.
      return true
    }
  }

  func prepareSave(for account: Account) async throws(TokenStoreError) {
    try await source.prepareSave(for: account)
  }

  func checkSaving() async throws(TokenStoreError) {
    try await source.checkSaving()
  }

  func delete(_ account: Account) async throws(TokenStoreError) {
    try await source.delete(account)
    // What can't be looked into may have the tokens.
    let destination = try opened()
    guard try await destination.tokens(for: account) != nil else { return }
    try await destination.delete(account)
  }

  func accounts() async throws(TokenStoreError) -> [Account] {
    try await listing().accounts
  }

  func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let (accounts, problems) = try await source.listing()
    do throws(TokenStoreError) {
      let others = try await opened().listing()
      return (Set(accounts + others.accounts).sorted(), problems + others.problems)
    } catch {
      // Without any account, an empty list would say that the user is signed out.
      guard !accounts.isEmpty else { throw error }
      return (accounts, problems)
    }
  }

  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    if let account = try await source.currentAccount(of: provider) { return account }
    return try await opened().currentAccount(of: provider)
  }

  func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    do {
      try await source.setCurrentAccount(account)
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      try await opened().setCurrentAccount(account)
    }
  }

  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    // A migration holds this lock too.
    try await source.withLock(on: account, body)
  }

  private func opened() throws(TokenStoreError) -> any TokenStore {
    guard let destination else { throw problem }
    return destination
  }
}
