import OAuthCore
import OAuthTestSupport
import Synchronization
import TokenStorage

/// A memory store that counts its calls, and fails when a test asks for it.
final class WatchedStore: TokenStore {
  private struct State {
    var reads = 0
    var saves = 0
    var readFailure: TokenStoreError?
    var saveFailure: TokenStoreError?
    var preparationFailure: TokenStoreError?
    var deleteFailure: TokenStoreError?
    var gate: Gate?
    var locked = 0
  }

  private let store = MemoryTokenStore()
  private let state = Mutex(State())
  /// Called in each save before it happens.
  private let beforeSave: @Sendable (StoredTokens) async -> Void

  init(beforeSave: @escaping @Sendable (StoredTokens) async -> Void = { _ in }) {
    self.beforeSave = beforeSave
  }

  var reads: Int { state.withLock { $0.reads } }
  var saves: Int { state.withLock { $0.saves } }

  func failReads(_ kind: TokenStoreError.Kind?) {
    state.withLock { $0.readFailure = kind.map { TokenStoreError($0, place: "watched") } }
  }

  func failSaves(_ kind: TokenStoreError.Kind?) {
    state.withLock { $0.saveFailure = kind.map { TokenStoreError($0, place: "watched") } }
  }

  func failPreparations(_ kind: TokenStoreError.Kind?) {
    state.withLock { $0.preparationFailure = kind.map { TokenStoreError($0, place: "watched") } }
  }

  func failDeletes(_ kind: TokenStoreError.Kind?) {
    state.withLock { $0.deleteFailure = kind.map { TokenStoreError($0, place: "watched") } }
  }

  /// Makes the next read return the present tokens once the gate is open.
  func holdNextRead(at gate: Gate) {
    state.withLock { $0.gate = gate }
  }

  /// The number of requests for the lock.
  var askedForLock: Int { state.withLock { $0.locked } }

  var location: StorageLocation { store.location }

  func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let (failure, gate) = state.withLock { state in
      state.reads += 1
      defer { state.gate = nil }
      return (state.readFailure, state.gate)
    }
    if let failure { throw failure }
    let tokens = store.tokens(for: account)
    try? await gate?.pass()
    return tokens
  }

  func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    await beforeSave(tokens)
    let failure = state.withLock { state in
      state.saves += 1
      return state.saveFailure
    }
    if let failure { throw failure }
    store.save(tokens, for: account)
  }

  func prepareSave(for account: Account) async throws(TokenStoreError) {
    if let failure = state.withLock({ $0.preparationFailure }) { throw failure }
  }

  func delete(_ account: Account) async throws(TokenStoreError) {
    if let failure = state.withLock({ $0.deleteFailure }) { throw failure }
    store.delete(account)
  }

  func accounts() async throws(TokenStoreError) -> [Account] { store.accounts() }

  func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
    store.currentAccount(of: provider)
  }

  func setCurrentAccount(_ account: Account) async throws(TokenStoreError) { try store.setCurrentAccount(account) }

  func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    state.withLock { $0.locked += 1 }
    return try await store.withLock(on: account, body)
  }
}
