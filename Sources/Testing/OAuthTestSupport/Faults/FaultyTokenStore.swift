public import TokenStorage

/// A token store that adds planned failures to another store, and counts its calls.
///
/// Each call without a planned failure behaves as the inner store's. Stores that share a
/// ``StoreFaults`` count their calls together. So a test can fail the n-th call of code that uses
/// several stores.
///
/// ```swift
/// let faults = StoreFaults()
/// let store = FaultyTokenStore(MemoryTokenStore(), faults)
/// faults.fail(next: .save, with: TokenStoreError(.full))
/// ```
public final class FaultyTokenStore: TokenStore {
  private let store: any TokenStore
  private let faults: StoreFaults

  /// The store's location.
  public let location: StorageLocation

  /// Creates a store around another one.
  /// - Parameters:
  ///   - store: The inner store.
  ///   - faults: The planned failures.
  ///   - location: The location that this store reports. Default: the inner store's.
  public init(_ store: any TokenStore, _ faults: StoreFaults, location: StorageLocation? = nil) {
    self.store = store
    self.faults = faults
    self.location = location ?? store.location
  }

  /// Returns the tokens of an account.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    try await call(.tokens) { () async throws(TokenStoreError) in try await store.tokens(for: account) }
  }

  /// Saves the tokens of an account.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    try await call(.save) { () async throws(TokenStoreError) in try await store.save(tokens, for: account) }
  }

  /// Prepares the next save of an account.
  public func prepareSave(for account: Account) async throws(TokenStoreError) {
    try await call(.prepareSave) { () async throws(TokenStoreError) in try await store.prepareSave(for: account) }
  }

  /// Checks whether tokens can be saved.
  public func checkSaving() async throws(TokenStoreError) {
    try await call(.checkSaving) { () async throws(TokenStoreError) in try await store.checkSaving() }
  }

  /// Deletes the tokens of an account.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    try await call(.delete) { () async throws(TokenStoreError) in try await store.delete(account) }
  }

  /// Returns all accounts.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    try await call(.accounts) { () async throws(TokenStoreError) in try await store.accounts() }
  }

  /// Returns all accounts and the entries that can't be read. It counts as a call of
  /// ``accounts()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    try await call(.accounts) { () async throws(TokenStoreError) in try await store.listing() }
  }

  /// Returns the current account of a provider.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    try await call(.currentAccount) { () async throws(TokenStoreError) in
      try await store.currentAccount(of: provider)
    }
  }

  /// Sets the current account of its provider.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    try await call(.setCurrentAccount) { () async throws(TokenStoreError) in try await store.setCurrentAccount(account)
    }
  }

  /// Runs a closure under an account's lock. A failure happens before the lock is acquired or after
  /// it is released.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let fault = faults.next(.withLock)
    if let fault, !fault.isDone { throw fault.error }
    let result = try await store.withLock(on: account, body)
    if let fault { throw fault.error }
    return result
  }

  private func call<Result: Sendable>(
    _ call: StoreCall, _ body: () async throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    let fault = faults.next(call)
    if let fault, !fault.isDone { throw fault.error }
    let result = try await body()
    if let fault { throw fault.error }
    return result
  }
}
