internal import Logging
internal import OAuthCore

/// Ends sessions, the grants that belong to them, and the clients' sessions that depend on them.
struct SessionTermination: ServerPart {
  let core: ServerCore
  let sessions: any SessionStore
  let grants: GrantRevocation
  let logout: BackChannelLogout?

  /// Ends all sessions of a user.
  /// - Returns: The number of sessions that this call ended.
  func endAll(of subject: Subject) async throws -> Int {
    var count = 0
    for session in try await sessions.sessions(of: subject)
    where try await end(session.id, because: "all sessions of its user were ended") {
      count += 1
    }
    return count
  }

  /// Ends a session. Exactly one of several concurrent calls ends the session's grants and
  /// notifies the clients.
  ///
  /// OpenID Connect refresh tokens that were issued without `offline_access` end too (Back-Channel
  /// Logout §2.7), and with them the access tokens of the same grant. Grants without the scope
  /// `openid` are no sign-ins: they last until they are revoked.
  /// - Returns: Whether this call ended the session.
  @discardableResult
  func end(_ id: SessionID, because reason: String) async throws -> Bool {
    let ended = try await sessions.end(id, revokingIn: grants.tokens, refusingUntil: grants.rejectedUntil)
    guard let ended else { return false }
    logger.info("A session was ended", metadata: ["session": "\(id)", "reason": "\(reason)"])
    if !ended.areGrantsRevoked { await endGrants(of: ended) }
    await logout?.notifyClients(of: ended)
    return true
  }

  private func endGrants(of ended: EndedSession) async {
    // The grants end concurrently: a session whose clients renewed their sign-in silently has
    // thousands of grants, and a store commits together what arrives together.
    await withTaskGroup(of: Void.self) { group in
      for grant in ended.grants where !grant.isOffline {
        group.addTask {
          do {
            try await grants.end(grant.grant, because: "its session was ended", level: .info)
          } catch {
            // The session is gone, so no later call would try again: the other grants must still
            // end, and the clients must still be notified.
            log(error, at: "logout")
          }
        }
      }
    }
  }
}
