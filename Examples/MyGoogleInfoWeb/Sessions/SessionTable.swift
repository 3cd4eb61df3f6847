internal import OAuthCore
internal import PKCE
internal import Synchronization

/// The table of all sessions, in this process's memory: a restart signs all users out.
///
/// A program that runs as several processes needs a database instead. Store a hash of the ID there,
/// not the ID.
final class SessionTable: Sendable {
  private struct Entry {
    var session: Session
    let begun: Duration
    var used: Duration

    func isExpired(at now: Duration, _ limits: SessionLimits) -> Bool {
      now - used >= (session.person == nil ? limits.visitor : limits.idle) || now - begun >= limits.whole
    }
  }

  private struct State {
    var entries: [Secret: Entry] = [:]
    /// The time of the last search for expired sessions.
    var swept: Duration

    mutating func sweep(_ now: Duration, _ limits: SessionLimits) {
      entries = entries.filter { !$0.value.isExpired(at: now, limits) }
      swept = now
    }

    mutating func makeRoom(_ now: Duration, _ limits: SessionLimits) {
      sweep(now, limits)
      guard entries.count >= limits.count else { return }
      let visitors = entries.filter { $0.value.session.person == nil }.sorted { $0.value.used < $1.value.used }
      for (id, _) in visitors.prefix((visitors.count + 1) / 2) { entries[id] = nil }
    }
  }

  private let state: Mutex<State>
  private let limits: SessionLimits
  private let random: any RandomSource
  private let monotonic: MonotonicClock

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - limits: The limits on the lifetime and number of sessions.
  ///   - random: The source of session IDs. It must be cryptographically secure outside tests.
  ///   - monotonic: The clock that measures the sessions' lifetimes.
  init(
    limits: SessionLimits = SessionLimits(), random: any RandomSource = SystemRandomSource(),
    monotonic: MonotonicClock = .system
  ) {
    self.limits = limits
    self.random = random
    self.monotonic = monotonic
    state = Mutex(State(swept: monotonic.now()))
  }

  /// Begins a visitor's session.
  ///
  /// If the table is full, the half of the visitors' sessions that was idle longest is dropped. A
  /// flood of visitors can therefore cancel a sign-in under way, but never signs a user out. Once a
  /// minute all expired sessions are dropped, so that the tokens of users who don't return leave
  /// the memory.
  ///
  /// - Parameter notice: The notice that the next page shows.
  /// - Returns: The new session.
  /// - Throws: ``Refusal/full`` if signed-in users have all the sessions.
  func begin(notice: Notice? = nil) throws(Refusal) -> Session {
    let session = Session(id: fresh(), formToken: fresh(), notice: notice)
    let now = monotonic.now()
    let fits = state.withLock { state in
      if now - state.swept >= limits.sweep { state.sweep(now, limits) }
      if state.entries.count >= limits.count { state.makeRoom(now, limits) }
      guard state.entries.count < limits.count else { return false }
      state.entries[session.id] = Entry(session: session, begun: now, used: now)
      return true
    }
    guard fits else { throw .full }
    return session
  }

  /// Returns a session by its ID, and restarts its idle time; `nil` if there is none or it has
  /// expired.
  func session(_ id: Secret) -> Session? {
    change(id) { _ in }
  }

  /// Changes a session.
  ///
  /// - Returns: The changed session; `nil` if there is none or it has expired.
  @discardableResult
  func change(_ id: Secret, _ body: (inout Session) -> Void) -> Session? {
    let now = monotonic.now()
    return state.withLock { state in
      guard var entry = state.entries[id] else { return nil }
      guard !entry.isExpired(at: now, limits) else {
        state.entries[id] = nil
        return nil
      }
      body(&entry.session)
      entry.used = now
      state.entries[id] = entry
      return entry.session
    }
  }

  /// Signs a user in: a session with a new ID replaces the visitor's session. The old ID becomes
  /// worthless to an attacker who knew or planted it (session fixation).
  ///
  /// - Throws: ``Refusal/noSession`` if the visitor's session has expired.
  func signIn(_ person: Person, from old: Secret) throws(Refusal) -> Session {
    let session = Session(id: fresh(), formToken: fresh(), person: person)
    let now = monotonic.now()
    let isThere = state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: old), !entry.isExpired(at: now, limits) else {
        return false
      }
      state.entries[session.id] = Entry(session: session, begun: now, used: now)
      return true
    }
    guard isThere else { throw .noSession }
    return session
  }

  /// Removes a session.
  func end(_ id: Secret) {
    _ = state.withLock { $0.entries.removeValue(forKey: id) }
  }

  /// The number of sessions, including expired ones that weren't dropped yet.
  var count: Int { state.withLock { $0.entries.count } }

  /// Generates 256 random bits, encoded as 43 characters.
  private func fresh() -> Secret {
    Secret(Base64URL.encode(random.bytes(32)))
  }
}
