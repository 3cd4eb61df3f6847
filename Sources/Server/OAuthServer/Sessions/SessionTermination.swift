internal import Logging
internal import OAuthCore

/// Ends sessions, the grants that belong to them, and the clients' sessions that depend on them.
struct SessionTermination: ServerPart {
  let core: ServerCore
  let sessions: any SessionOperations
  let grants: GrantRevocation
  let logout: BackChannelLogout?

  /// Ends the sessions of a user, concurrently, because a client may take long to answer that it was
  /// notified.
  /// - Parameter keptSession: The session that stays; `nil` to end all.
  /// - Returns: The number of sessions that this call ended.
  @discardableResult
  func endAll(
    of subject: Subject, except keptSession: SessionID? = nil, because reason: String, request: RequestKey
  ) async throws -> Int {
    let ids = try await sessions.sessions(of: subject).map(\.id).filter { $0 != keptSession }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      for id in ids { group.addTask { try await end(id, because: reason, request: request) } }
      return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
  }

  /// Ends a session. Exactly one of several concurrent calls ends the session's grants and
  /// notifies the clients.
  ///
  /// OpenID Connect refresh tokens that were issued without `offline_access` end too (Back-Channel
  /// Logout §2.7), and with them the access tokens of the same grant. Grants without the scope
  /// `openid` are no sign-ins: they last until they are revoked.
  /// - Returns: Whether this call ended the session.
  @discardableResult
  func end(_ id: SessionID, because reason: String, request: RequestKey) async throws -> Bool {
    let endedSession = try await sessions.endSession(
      id, at: clock.now(), refusingUntil: grants.refusedUntil, request: request)
    guard let endedSession else { return false }
    logger.info("A session was ended", metadata: ["session": "\(id)", "reason": "\(reason)"])
    audit(.sessionEnd) { ($0.subject, $0.session, $0.detail) = (endedSession.session.subject, id, reason) }
    await logout?.notifyClients(of: endedSession)
    return true
  }
}
