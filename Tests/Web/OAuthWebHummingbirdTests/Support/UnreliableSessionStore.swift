import Foundation
import OAuthCore
import OAuthWebSessions
import Synchronization

/// A session store on a disk that can be full, or at an address that can be unreachable.
final class UnreliableSessionStore: SessionStore {
  enum Failure: Error {
    /// The disk is full.
    case writing
    /// The store can't be reached.
    case everything
  }

  private let store: any SessionStore
  private let state = Mutex<Failure?>(nil)

  init(_ store: any SessionStore) { self.store = store }

  /// The present failure of the store; `nil` if it works.
  var failure: Failure? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  private var reading: any SessionStore {
    get throws {
      if failure == .everything { throw Failure.everything }
      return store
    }
  }

  private var writing: any SessionStore {
    get throws {
      if let failure { throw failure }
      return store
    }
  }

  func sessions(of user: SessionName, now: Date) async throws -> [SessionRecord] {
    try await reading.sessions(of: user, now: now)
  }

  func session(_ name: SessionName, now: Date) async throws -> SessionRecord? {
    try await reading.session(name, now: now)
  }

  func insert(_ record: SessionRecord) async throws { try await writing.insert(record) }

  func extend(_ name: SessionName, until idleEnd: Date) async throws {
    try await writing.extend(name, until: idleEnd)
  }

  func replaceTokens(of name: SessionName, with tokens: String?) async throws -> Bool {
    try await writing.replaceTokens(of: name, with: tokens)
  }

  func delete(_ name: SessionName) async throws { try await writing.delete(name) }

  func end(_ name: SessionName, at moment: Date, until expiry: Date) async throws {
    try await writing.end(name, at: moment, until: expiry)
  }

  func isEnded(_ names: [SessionName], since moment: Date) async throws -> Bool {
    try await reading.isEnded(names, since: moment)
  }

  func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool { try await writing.useOnce(id, until: until) }

  func lock(_ name: SessionName, holder: String, until expiry: Date, now: Date) async throws -> Bool {
    try await writing.lock(name, holder: holder, until: expiry, now: now)
  }

  func unlock(_ name: SessionName, holder: String) async throws { try await writing.unlock(name, holder: holder) }

  func deleteExpired(now: Date) async throws { try await writing.deleteExpired(now: now) }
}
