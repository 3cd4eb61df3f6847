#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Ends all sessions of a person, with whatever browser: for whoever closes an account, or finds that somebody else has used it.
  ///
  /// What ends with each is the same as when its person signs out: tokens that were given without `offline_access` are unknown
  /// from then on, and clients that registered for it are told.
  /// - Parameter subject: the person.
  /// - Returns: how many sessions were ended by this call; none at a server without sessions.
  /// - Throws: what the stores throw; some sessions may have been ended before, and a second call ends the others.
  @discardableResult
  public func endSessions(of subject: Subject) async throws -> Int {
    var count = 0
    for session in try await stores.sessions?.sessions(of: subject) ?? []
    where try await end(session.id, because: "all sessions of its person were ended") {
      count += 1
    }
    return count
  }

  /// Ends a session: exactly one of all who do it at once goes on to end what belongs to it, and to tell the clients.
  ///
  /// Refresh tokens of OpenID Connect that were given without `offline_access` end too (Back-Channel Logout §2.7), and with them
  /// the access tokens of the same approval. Approvals without the scope `openid` are nobody's sign-in: they were given for a
  /// task, and last until they are revoked.
  /// - Returns: whether this call ended it.
  @discardableResult
  func end(_ id: SessionID, because reason: String) async throws -> Bool {
    let ended = try await stores.sessions?.end(id, revokingIn: tokens, refusingUntil: endOfRefusal)
    guard let ended else { return false }
    logger.info("A session was ended", metadata: ["session": "\(id)", "reason": "\(reason)"])
    if !ended.areGrantsRevoked { await endGrants(of: ended) }
    await tellClients(of: ended)
    return true
  }

  private func endGrants(of ended: EndedSession) async {
    // All at once: a session in which clients renewed sign-ins in silence has thousands, and a store commits together what comes together.
    await withTaskGroup(of: Void.self) { group in
      for grant in ended.grants where !grant.isOffline {
        group.addTask {
          do {
            try await end(grant.grant, because: "its session was ended", level: .info)
          } catch {
            // The session is gone, so nobody will try again: the others must still end, and clients must still be told.
            log(failure: error, at: .logout)
          }
        }
      }
    }
  }
}
