#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// A store of sessions in this process's memory. Ended sessions are deleted. The memory holds at
/// most about twice the sessions that are still needed.
public final class InMemorySessionStore: SessionStore {
  private struct Entry {
    var session: SessionRecord
    var grants: Set<SessionGrant> = []
  }

  private struct State {
    var entries: [SessionID: Entry] = [:]
    var names: [SecretHash: SessionID] = [:]
    var people: [Subject: Set<SessionID>] = [:]
    var sweep = SweepSchedule()

    mutating func add(_ session: SessionRecord, _ now: Date) {
      if sweep.isDue(entries.count) {
        for entry in entries.values where !entry.session.isLive(at: now) { forget(entry.session) }
        sweep.happened(remaining: entries.count)
      }
      entries[session.id] = Entry(session: session)
      names[session.cookie] = session.id
      people[session.subject, default: []].insert(session.id)
    }

    mutating func forget(_ session: SessionRecord) {
      entries[session.id] = nil
      names[session.cookie] = nil
      people[session.subject]?.remove(session.id)
      if people[session.subject]?.isEmpty == true { people[session.subject] = nil }
    }
  }

  private let clock: WallClock
  private let state = Mutex(State())

  /// Creates an empty store.
  /// - Parameter clock: The clock that decides which sessions have ended. Default: the system's.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Saves a new session.
  public func save(_ session: SessionRecord) async throws {
    let now = clock.now()
    state.withLock { $0.add(session, now) }
  }

  /// Replaces a session and keeps its grants, atomically.
  public func renew(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool {
    state.withLock { state in
      guard let entry = state.entries[session.id], entry.session.cookie == cookie else { return false }
      state.forget(entry.session)
      state.entries[session.id] = Entry(session: session, grants: entry.grants)
      state.names[session.cookie] = session.id
      state.people[session.subject, default: []].insert(session.id)
      return true
    }
  }

  /// Returns the session with this cookie.
  public func find(cookie: SecretHash) async throws -> SessionRecord? {
    state.withLock { state in state.names[cookie].flatMap { state.entries[$0]?.session } }
  }

  /// Records that a session was used.
  public func touch(_ id: SessionID, idleUntil: Date) async throws {
    state.withLock { state in
      guard let session = state.entries[id]?.session, session.idleUntil < idleUntil else { return }
      state.entries[id]?.session = session.used(until: idleUntil)
    }
  }

  /// Adds a sign-in at a client.
  public func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool {
    state.withLock { $0.entries[id]?.grants.insert(grant) != nil }
  }

  /// Ends a session, atomically.
  public func end(_ id: SessionID) async throws -> EndedSession? {
    state.withLock { state in
      guard let entry = state.entries[id] else { return nil }
      state.forget(entry.session)
      return EndedSession(session: entry.session, grants: Array(entry.grants))
    }
  }

  /// Returns the sessions of a user.
  public func sessions(of subject: Subject) async throws -> [SessionRecord] {
    state.withLock { state in (state.people[subject] ?? []).compactMap { state.entries[$0]?.session } }
  }

  /// The number of stored sessions.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
