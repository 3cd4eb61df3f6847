public import TokenStorage

/// A store around another one that fails when a test asks for it, and counts.
///
/// Each call does what the store inside does, and throws what that throws, unless a failure was planned for it.
///
/// Stores that share a ``StoreFaults`` count their calls together, so that a test can fail the n-th call of whatever uses
/// several of them.
///
/// ```swift
/// let faults = StoreFaults()
/// let store = FaultyTokenStore(MemoryTokenStore(), faults)
/// faults.fail(next: .save, with: TokenStoreError(.full))
/// ```
public final class FaultyTokenStore: TokenStore {
  private let store: any TokenStore
  private let faults: StoreFaults

  /// Where the store says it is.
  public let location: StorageLocation

  /// Passes everything on that isn't planned otherwise.
  /// - Parameters:
  ///   - store: does what is asked.
  ///   - faults: what goes wrong.
  ///   - location: what the store says about itself; what the one inside says unless said.
  public init(_ store: any TokenStore, _ faults: StoreFaults, location: StorageLocation? = nil) {
    self.store = store
    self.faults = faults
    self.location = location ?? store.location
  }

  /// The tokens of an account.
  public func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    try await call(.tokens) { () async throws(TokenStoreError) in try await store.tokens(for: account) }
  }

  /// Keeps tokens.
  public func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    try await call(.save) { () async throws(TokenStoreError) in try await store.save(tokens, for: account) }
  }

  /// Forgets an account's tokens.
  public func delete(_ account: Account) async throws(TokenStoreError) {
    try await call(.delete) { () async throws(TokenStoreError) in try await store.delete(account) }
  }

  /// All accounts.
  public func accounts() async throws(TokenStoreError) -> [Account] {
    try await call(.accounts) { () async throws(TokenStoreError) in try await store.accounts() }
  }

  /// All accounts, and what can't be read; counted as ``accounts()``.
  public func listing() async throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    try await call(.accounts) { () async throws(TokenStoreError) in try await store.listing() }
  }

  /// The account that was chosen at a provider.
  public func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    try await call(.currentAccount) { () async throws(TokenStoreError) in
      try await store.currentAccount(of: provider)
    }
  }

  /// Makes an account the current one.
  public func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {
    try await call(.setCurrentAccount) { () async throws(TokenStoreError) in try await store.setCurrentAccount(account)
    }
  }

  /// Does something under an account's lock. A fault is met before the lock is taken, or after it was freed.
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
