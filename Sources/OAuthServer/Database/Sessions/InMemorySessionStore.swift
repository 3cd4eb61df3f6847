#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
internal import Synchronization

/// Sessions in this process's memory. Those that are over are forgotten; memory never holds more than about twice what is still
/// needed.
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

  /// Starts empty.
  /// - Parameter clock: decides what may be forgotten.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Keeps a new session.
  public func save(_ session: SessionRecord) async throws {
    let now = clock.now()
    state.withLock { $0.add(session, now) }
  }

  /// Replaces a session under a lock, grants kept.
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

  /// The session with this cookie.
  public func find(cookie: SecretHash) async throws -> SessionRecord? {
    state.withLock { state in state.names[cookie].flatMap { state.entries[$0]?.session } }
  }

  /// Remembers that a session was used.
  public func touch(_ id: SessionID, idleUntil: Date) async throws {
    state.withLock { state in
      guard let session = state.entries[id]?.session, session.idleUntil < idleUntil else { return }
      state.entries[id]?.session = session.used(until: idleUntil)
    }
  }

  /// Remembers a sign-in at a client.
  public func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool {
    state.withLock { $0.entries[id]?.grants.insert(grant) != nil }
  }

  /// Ends a session under a lock.
  public func end(_ id: SessionID) async throws -> EndedSession? {
    state.withLock { state in
      guard let entry = state.entries[id] else { return nil }
      state.forget(entry.session)
      return EndedSession(session: entry.session, grants: Array(entry.grants))
    }
  }

  /// The sessions of a person.
  public func sessions(of subject: Subject) async throws -> [SessionRecord] {
    state.withLock { state in (state.people[subject] ?? []).compactMap { state.entries[$0]?.session } }
  }

  /// How many sessions are held.
  public var count: Int {
    state.withLock { $0.entries.count }
  }
}
