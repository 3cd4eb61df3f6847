public import FoundationBasics
public import OAuthCore
internal import Synchronization

/// A session store in this process's memory, for tests and for applications that run as one
/// process.
///
/// A restart signs all users out.
public final class MemorySessionStore: SessionStore {
  private struct State {
    var sessions: [SessionName: SessionRecord] = [:]
    var endings: [SessionName: (moment: Date, expiry: Date)] = [:]
    var locks: [SessionName: (holder: String, expiry: Date)] = [:]
  }

  private let state = Mutex(State())
  private let usedIDs: InMemoryUsedTokenIDs

  /// Creates an empty store.
  ///
  /// - Parameter clock: The wall clock. Default: the system's.
  public init(clock: WallClock = .system) {
    usedIDs = InMemoryUsedTokenIDs(clock: clock)
  }

  /// Returns a session, if there is one and it hasn't expired.
  public func session(_ name: SessionName, now: Date) -> SessionRecord? {
    state.withLock { state in
      guard let record = state.sessions[name], !record.isExpired(at: now) else { return nil }
      return record
    }
  }

  /// Returns the sessions of a user that haven't expired.
  public func sessions(of user: SessionName, now: Date) -> [SessionRecord] {
    state.withLock { state in state.sessions.values.filter { $0.user == user && !$0.isExpired(at: now) } }
  }

  /// Saves a new session.
  public func insert(_ record: SessionRecord) {
    state.withLock { $0.sessions[record.name] = $0.sessions[record.name] ?? record }
  }

  /// Extends a session's idle time.
  public func extend(_ name: SessionName, until idleEnd: Date) {
    state.withLock { state in
      guard let present = state.sessions[name]?.idleEnd, present < idleEnd else { return }
      state.sessions[name]?.idleEnd = idleEnd
    }
  }

  /// Replaces a session's tokens, and returns whether the session exists.
  public func replaceTokens(of name: SessionName, with tokens: String?) -> Bool {
    state.withLock { state in
      guard state.sessions[name] != nil else { return false }
      state.sessions[name]?.tokens = tokens
      return true
    }
  }

  /// Deletes a session.
  public func delete(_ name: SessionName) {
    state.withLock { $0.sessions[name] = nil }
  }

  /// Ends the sessions that have a name and began before a moment.
  public func end(_ name: SessionName, at moment: Date, until expiry: Date) {
    state.withLock { state in
      let present = state.endings[name]
      state.endings[name] = (max(moment, present?.moment ?? moment), max(expiry, present?.expiry ?? expiry))
    }
  }

  /// Returns whether any of the names was ended at or after a moment.
  public func isEnded(_ names: [SessionName], since moment: Date) -> Bool {
    state.withLock { state in names.contains { name in state.endings[name].map { $0.moment >= moment } ?? false } }
  }

  /// Stores a token's name if it isn't stored yet.
  ///
  /// - Throws: `UsedTokenIDsError.full(limit:)` after a million sign-ins within their lifetime.
  public func useOnce(_ id: UsedTokenID, until: Date) throws -> Bool {
    try usedIDs.useOnce(id, until: until)
  }

  /// Takes a session's lock, if no other holder has it.
  public func lock(_ name: SessionName, holder: String, until expiry: Date, now: Date) -> Bool {
    state.withLock { state in
      if let present = state.locks[name], present.holder != holder, now < present.expiry { return false }
      state.locks[name] = (holder, expiry)
      return true
    }
  }

  /// Releases a session's lock.
  public func unlock(_ name: SessionName, holder: String) {
    state.withLock { state in
      guard state.locks[name]?.holder == holder else { return }
      state.locks[name] = nil
    }
  }

  /// Deletes everything that has expired.
  public func deleteExpired(now: Date) {
    state.withLock { state in
      state.sessions = state.sessions.filter { !$0.value.isExpired(at: now) }
      state.endings = state.endings.filter { $0.value.expiry > now }
      state.locks = state.locks.filter { $0.value.expiry > now }
    }
  }
}
