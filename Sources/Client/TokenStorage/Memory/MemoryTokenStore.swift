internal import Synchronization

/// A token store in this process's memory, for tests and for programs that need no tokens after
/// they end.
public final class MemoryTokenStore: TokenStore {
  private struct State {
    var tokens: [Account: StoredTokens] = [:]
    /// The current accounts by their providers' bytes: `String` equality would treat different
    /// providers as equal.
    var current: [[UInt8]: Account] = [:]
  }

  private let state = Mutex(State())
  private let turns = TaskTurns()

  /// Creates an empty store.
  public init() {}

  /// The memory of this process.
  public var location: StorageLocation {
    StorageLocation(
      .memory, place: "the memory of this process",
      protection: "No other process can read it. It is gone when the process ends.")
  }

  /// Returns the tokens of an account.
  public func tokens(for account: Account) -> StoredTokens? {
    state.withLock { $0.tokens[account] }
  }

  /// Stores tokens and replaces any previous ones of the account.
  public func save(_ tokens: StoredTokens, for account: Account) {
    state.withLock { $0.tokens[account] = tokens }
  }

  /// Deletes an account's tokens and its mark as the current account.
  public func delete(_ account: Account) {
    state.withLock { state in
      state.tokens[account] = nil
      let provider = Array(account.provider.utf8)
      if state.current[provider] == account { state.current[provider] = nil }
    }
  }

  /// Returns all accounts that have tokens in this store, sorted.
  public func accounts() -> [Account] {
    state.withLock { $0.tokens.keys.sorted() }
  }

  /// Returns the current account of a provider.
  public func currentAccount(of provider: String) -> Account? {
    state.withLock { $0.current[Array(provider.utf8)] }
  }

  /// Makes an account the current one of its provider.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if the account has no tokens.
  public func setCurrentAccount(_ account: Account) throws(TokenStoreError) {
    let isKnown = state.withLock { state in
      guard state.tokens[account] != nil else { return false }
      state.current[Array(account.provider.utf8)] = account
      return true
    }
    guard isKnown else { throw TokenStoreError(.unknownAccount, place: location.place) }
  }

  /// Runs a body while it holds the account's lock. Other tasks wait without a timeout, in the
  /// order of their arrival.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before its turn; the body's error.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await turns.withTurn(account, body)
  }
}
