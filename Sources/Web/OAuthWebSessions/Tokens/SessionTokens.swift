internal import OAuthCore
package import OAuthProviders
package import OAuthSessions
internal import Synchronization
internal import TokenStorage

/// The token sessions of an application's sessions, so that parallel requests of one session share
/// one refresh.
package final class SessionTokens: Sendable {
  /// The number of token sessions in memory. A dropped one is opened anew: the store's lock keeps
  /// the refreshes of both apart.
  static let maximumCount = 10_000

  private struct Entry {
    let tokens: TokenSession
    var lastUse: UInt64
  }

  private struct State {
    var entries: [SessionName: Entry] = [:]
    var last: UInt64 = 0

    mutating func entry(_ name: SessionName, _ make: () -> TokenSession?) -> TokenSession? {
      last += 1
      guard let tokens = entries[name]?.tokens ?? make() else { return nil }
      entries[name] = Entry(tokens: tokens, lastUse: last)
      guard entries.count > SessionTokens.maximumCount else { return tokens }
      let middle = last - UInt64(SessionTokens.maximumCount / 2)
      entries = entries.filter { $0.value.lastUse > middle }
      return tokens
    }
  }

  private let state = Mutex(State())
  private let sessions: BrowserSessions
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - sessions: The sessions whose tokens are kept.
  ///   - sleep: Waits between two attempts to take a session's lock.
  package init(
    of sessions: BrowserSessions,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.sessions = sessions
    self.sleep = sleep
  }

  /// Returns the token session of a session.
  ///
  /// - Parameters:
  ///   - session: The session, in a store.
  ///   - client: The client at the session's provider.
  /// - Throws: The errors of discovery.
  package func tokens(of session: BrowserSession, _ client: ProviderClient) async throws -> TokenSession {
    let name = session.name
    if let knownSession = state.withLock({ $0.entry(name) { nil } }) { return knownSession }
    let store = SessionTokenStore(sessions: sessions, name: name, store: sessions.store, sleep: sleep)
    let account = try Account(provider: session.user.issuer, name: session.user.subject)
    let newSession = try await client.session(for: account, in: store)
    // Another request may have opened it during the `await`.
    return state.withLock { $0.entry(name) { newSession } } ?? newSession
  }

  /// Drops the token session of a session that has ended.
  package func drop(_ session: BrowserSession) {
    _ = state.withLock { $0.entries.removeValue(forKey: session.name) }
  }
}
