internal import FoundationBasics
internal import OAuthCore
internal import PKCE
package import TokenStorage

/// The tokens of one session, as the token store of its `TokenSession`.
///
/// The lock of the session is in the ``SessionStore``, so instances refresh in turn. The holder
/// extends it, so it ends soon if the holder dies. The next instance then still meets the time in
/// which many servers accept a spent refresh token once more.
package struct SessionTokenStore: TokenStore {
  /// The lifetime of a lock after its last extension.
  static let lockLifetime: Duration = .seconds(5)
  /// The longest time to wait for another holder. A refresh sends at most two requests, with a
  /// timeout each.
  static let patience: Duration = .seconds(70)
  /// The pause between two attempts to take the lock.
  static let pause: Duration = .milliseconds(50)

  let sessions: BrowserSessions
  let name: SessionName
  let store: any SessionStore
  /// Waits between two attempts to take the lock.
  let sleep: @Sendable (Duration) async throws -> Void

  package var location: StorageLocation {
    StorageLocation(
      StorageKind(rawValue: "web-session"), place: BrowserSessions.tokensPlace,
      protection: "The tokens are encrypted with the application's key.")
  }

  package func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? {
    let record: SessionRecord?
    do {
      record = try await store.session(name, now: sessions.clock.now())
    } catch {
      throw Self.failure(error)
    }
    guard let sealedTokens = record?.tokens else { return nil }
    return try sessions.open(tokens: sealedTokens, of: name)
  }

  package func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
    let sealedTokens = try sessions.seal(tokens, of: name)
    let isThere: Bool
    do {
      isThere = try await store.replaceTokens(of: name, with: sealedTokens)
    } catch {
      throw Self.failure(error)
    }
    // The user signed out while the server was asked.
    guard isThere else { throw TokenStoreError(.unknownAccount, place: BrowserSessions.tokensPlace) }
  }

  package func delete(_ account: Account) async throws(TokenStoreError) {
    do {
      _ = try await store.replaceTokens(of: name, with: nil)
    } catch {
      throw Self.failure(error)
    }
  }

  package func accounts() async throws(TokenStoreError) -> [Account] { [] }

  package func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? { nil }

  package func setCurrentAccount(_ account: Account) async throws(TokenStoreError) {}

  package func withLock<Result: Sendable>(
    on account: Account, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let holder = Base64URL.encode(sessions.random.exactly(16))
    var waitingTime = Duration.zero
    while true {
      try Task.checkCancellation()
      do {
        if try await lock(holder) { break }
      } catch {
        throw Self.failure(error)
      }
      guard waitingTime < Self.patience else { throw TokenStoreError(.busy, place: BrowserSessions.tokensPlace) }
      try await sleep(Self.pause)
      waitingTime += Self.pause
    }
    do {
      let result = try await extending(holder, body)
      await unlock(holder)
      return result
    } catch {
      await unlock(holder)
      throw error
    }
  }

  /// Takes the lock, or extends it if the holder has it.
  private func lock(_ holder: String) async throws -> Bool {
    let now = sessions.clock.now()
    return try await store.lock(
      name, holder: holder, until: now.addingTimeInterval(Self.lockLifetime.inSeconds), now: now)
  }

  /// Extends the lock until the body ends. Afterwards no extension is under way that could take the
  /// released lock.
  private func extending<Result: Sendable>(
    _ holder: String, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    async let _: Void = {
      while (try? await sleep(Self.lockLifetime / 5)) != nil, !Task.isCancelled {
        // An error is no reason to stop: the next extension may come in time.
        if (try? await lock(holder)) == false { return }
      }
    }()
    return try await body()
  }

  /// Releases the lock, even if the calling task is cancelled.
  private func unlock(_ holder: String) async {
    await Task { try? await store.unlock(name, holder: holder) }.value
  }

  /// The error of the store, without its description, which isn't Pixy's and may contain values.
  private static func failure(_ error: any Error) -> TokenStoreError {
    TokenStoreError(.failed, place: BrowserSessions.tokensPlace, cause: "\(type(of: error))")
  }
}
