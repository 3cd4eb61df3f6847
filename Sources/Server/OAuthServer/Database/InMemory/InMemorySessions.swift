public import FoundationBasics
internal import OAuthCore

/// Sessions with their sign-ins. One that was ended is kept for as long as the request that ended
/// it may come again.
struct InMemorySessions: Sendable {
  struct Row: Sendable {
    var session: UserSessionRecord
    var grants: Set<SessionGrant> = []
    var end: (request: RequestKey, moment: Date)?
  }

  private(set) var table = InMemoryTable<SessionID, Row>()
  private var names: [SecretHash: SessionID] = [:]

  /// The number of sessions that weren't ended.
  var count: Int { table.rows.values.count { $0.end == nil } }

  /// Returns whether the session exists and wasn't ended.
  func has(_ id: SessionID) -> Bool { table[id].map { $0.end == nil } ?? false }

  func session(cookie: SecretHash) -> UserSessionRecord? {
    names[cookie].flatMap { table[$0] }.flatMap { $0.end == nil ? $0.session : nil }
  }

  func sessions(of subject: Subject) -> [UserSessionRecord] {
    table.rows.values.filter { $0.end == nil && $0.session.subject == subject }.map(\.session)
  }

  mutating func start(_ session: UserSessionRecord, at now: Date) {
    if table.isSweepDue {
      table.sweep { row in
        row.end.map { now < $0.moment + RequestKey.recognized } ?? row.session.isLive(at: now)
      }
      names = names.filter { table[$0.value] != nil }
    }
    guard table[session.id] == nil else { return }
    table[session.id] = Row(session: session)
    names[session.cookie] = session.id
  }

  mutating func renew(_ session: UserSessionRecord, from cookie: SecretHash) -> Bool {
    guard has(session.id), let presentCookie = table[session.id]?.session.cookie else { return false }
    if presentCookie == cookie {
      names[cookie] = nil
      names[session.cookie] = session.id
      table[session.id]?.session = session
    }
    return presentCookie == cookie || presentCookie == session.cookie
  }

  mutating func extend(_ id: SessionID, idleUntil: Date) {
    guard has(id), let session = table[id]?.session, session.idleUntil < idleUntil else { return }
    table[id]?.session = session.used(until: idleUntil)
  }

  mutating func add(_ signIn: SessionSignIn) {
    table[signIn.session]?.grants.insert(signIn.grant)
  }

  /// - Returns: The session to the request that ended it, with whether this call did.
  mutating func end(_ id: SessionID, by request: RequestKey, at moment: Date) -> EndedSession? {
    guard let row = table[id] else { return nil }
    if let end = row.end {
      guard end.request == request else { return nil }
    } else {
      table[id]?.end = (request, moment)
    }
    return EndedSession(session: row.session, grants: Array(row.grants))
  }
}

extension InMemoryServerDatabase {
  /// Returns the session with a cookie.
  public func session(cookie: SecretHash) async throws -> UserSessionRecord? {
    transaction { $0.sessions.session(cookie: cookie) }
  }

  /// Saves a new session.
  public func startSession(_ session: UserSessionRecord) async throws {
    let now = clock.now()
    transaction { $0.sessions.start(session, at: now) }
  }

  /// Replaces a session. Its sign-ins stay.
  public func renewSession(_ session: UserSessionRecord, from cookie: SecretHash) async throws -> Bool {
    transaction { $0.sessions.renew(session, from: cookie) }
  }

  /// Notes that a session was used.
  public func extendSession(_ id: SessionID, idleUntil: Date) async throws {
    transaction { $0.sessions.extend(id, idleUntil: idleUntil) }
  }

  /// Ends a session and its grants.
  public func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession? {
    transaction { state in
      let endedSession = state.sessions.end(id, by: request, at: moment)
      for grant in endedSession?.grants ?? [] where !grant.isOffline {
        state.tokens.revoke(grant.grant, refusingUntil: until)
      }
      return endedSession
    }
  }

  /// Returns the sessions of a user.
  public func sessions(of subject: Subject) async throws -> [UserSessionRecord] {
    transaction { $0.sessions.sessions(of: subject) }
  }
}
