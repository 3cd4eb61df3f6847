internal import Synchronization

/// Tokens in this process's memory: for tests, and for programs that need no tomorrow.
public final class MemoryTokenStore: TokenStore {
  private struct State {
    var tokens: [Account: StoredTokens] = [:]
    /// By the provider's octets: Unicode calls providers equal that are others.
    var current: [[UInt8]: Account] = [:]
  }

  private let state = Mutex(State())
  private let turns = TaskTurns()

  /// Starts empty.
  public init() {}

  /// This process.
  public var location: StorageLocation {
    StorageLocation(
      .memory, place: "the memory of this process",
      protection: "Nobody else can read it, and it is gone when the process ends.")
  }

  /// The tokens of an account.
  public func tokens(for account: Account) -> StoredTokens? {
    state.withLock { $0.tokens[account] }
  }

  /// Keeps tokens in place of whatever the account has.
  public func save(_ tokens: StoredTokens, for account: Account) {
    state.withLock { $0.tokens[account] = tokens }
  }

  /// Forgets an account's tokens, and that it is the current one.
  public func delete(_ account: Account) {
    state.withLock { state in
      state.tokens[account] = nil
      let provider = Array(account.provider.utf8)
      if state.current[provider] == account { state.current[provider] = nil }
    }
  }

  /// All accounts that have tokens here, sorted.
  public func accounts() -> [Account] {
    state.withLock { $0.tokens.keys.sorted() }
  }

  /// The account that was chosen at a provider.
  public func currentAccount(of provider: String) -> Account? {
    state.withLock { $0.current[Array(provider.utf8)] }
  }

  /// Makes an account the current one of its provider.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if it has no tokens.
  public func setCurrentAccount(_ account: Account) throws(TokenStoreError) {
    let isKnown = state.withLock { state in
      guard state.tokens[account] != nil else { return false }
      state.current[Array(account.provider.utf8)] = account
      return true
    }
    guard isKnown else { throw TokenStoreError(.unknownAccount, place: location.place) }
  }

  /// Does something while no other task does anything under the same account's lock. Others wait as long as it takes,
  /// in the order in which they came.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before its turn came; what the body throws.
  public func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await turns.withTurn(account, body)
  }
}
