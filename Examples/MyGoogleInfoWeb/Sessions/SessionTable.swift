internal import OAuthCore
internal import PKCE
internal import Synchronization

/// All sessions, in this process's memory: a restart signs everybody out.
///
/// A program that runs as several processes keeps them in a database, with a hash of the id in place of the id.
final class SessionTable: Sendable {
  private struct Entry {
    var session: Session
    let begun: Duration
    var used: Duration

    func isOver(at now: Duration, _ limits: SessionLimits) -> Bool {
      now - used >= (session.person == nil ? limits.visitor : limits.idle) || now - begun >= limits.whole
    }
  }

  private struct State {
    var entries: [Secret: Entry] = [:]
    /// When sessions that are over were looked for last.
    var swept: Duration

    mutating func sweep(_ now: Duration, _ limits: SessionLimits) {
      entries = entries.filter { !$0.value.isOver(at: now, limits) }
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

  /// An empty table.
  /// - Parameters:
  ///   - limits: how long, and how many.
  ///   - random: where ids come from; must be cryptographically secure outside tests.
  ///   - monotonic: measures the sessions' lives.
  init(
    limits: SessionLimits = SessionLimits(), random: any RandomSource = SystemRandomSource(),
    monotonic: MonotonicClock = .system
  ) {
    self.limits = limits
    self.random = random
    self.monotonic = monotonic
    state = Mutex(State(swept: monotonic.now()))
  }

  /// Begins a session for a browser that nobody is signed in with.
  ///
  /// When there is no room, the half of such sessions that was idle longest makes room: a flood of visitors may cost a
  /// sign-in that is under way, and never signs anybody out. Once a minute all sessions that are over are forgotten, so that
  /// the tokens of people who never came back don't stay in memory.
  /// - Throws: ``Refusal/full`` if people are signed in with all there may be.
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

  /// The session with an id, which is used by that; `nil` if there is none any more.
  func session(_ id: Secret) -> Session? {
    change(id) { _ in }
  }

  /// Changes a session that is still there.
  /// - Returns: what it is afterwards; `nil` if it is gone.
  @discardableResult
  func change(_ id: Secret, _ body: (inout Session) -> Void) -> Session? {
    let now = monotonic.now()
    return state.withLock { state in
      guard var entry = state.entries[id] else { return nil }
      guard !entry.isOver(at: now, limits) else {
        state.entries[id] = nil
        return nil
      }
      body(&entry.session)
      entry.used = now
      state.entries[id] = entry
      return entry.session
    }
  }

  /// Signs a person in: a session with a new id takes the place of the old one, so that who knew or planted the old id
  /// has nothing (session fixation).
  /// - Throws: ``Refusal/noSession`` if the old one is gone.
  func signIn(_ person: Person, from old: Secret) throws(Refusal) -> Session {
    let session = Session(id: fresh(), formToken: fresh(), person: person)
    let now = monotonic.now()
    let isThere = state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: old), !entry.isOver(at: now, limits) else { return false }
      state.entries[session.id] = Entry(session: session, begun: now, used: now)
      return true
    }
    guard isThere else { throw .noSession }
    return session
  }

  /// Forgets a session.
  func end(_ id: Secret) {
    _ = state.withLock { $0.entries.removeValue(forKey: id) }
  }

  /// How many sessions are remembered.
  var count: Int { state.withLock { $0.entries.count } }

  /// 256 bits that nobody can guess.
  private func fresh() -> Secret {
    Secret(Base64URL.encode(random.octets(32)))
  }
}
