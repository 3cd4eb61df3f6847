internal import JOSE
internal import Logging
internal import OAuthCore

/// Notifies clients that a session has ended (OpenID Connect Back-Channel Logout).
struct BackChannelLogout: ServerPart {
  let core: ServerCore
  let clients: any ClientStore
  let delivery: LogoutDelivery
  let encryption: ClientEncryption

  /// Notifies all clients to which the session's user signed in, concurrently (§2.3). A failure is
  /// logged and does not keep the session alive.
  ///
  /// The notification goes on if its request is cancelled: the session has ended, and no later
  /// request would notify the clients.
  func notifyClients(of endedSession: EndedSession) async {
    guard configuration.idTokenKeys != nil else { return }
    await Task {
      await withTaskGroup(of: Void.self) { group in
        for id in Set(endedSession.grants.map(\.clientID)) {
          group.addTask { await notify(id, of: endedSession.session) }
        }
      }
    }.value
  }

  private func notify(_ clientID: String, of session: UserSessionRecord) async {
    do {
      guard let client = try await clients.client(clientID), let address = client.settings.backchannelLogout else {
        return
      }
      guard address.origin.hasPrefix("https:") || issuer.origin.hasPrefix("http:") else {
        logger.warning(
          "A client was not notified that a session ended: its address is not https",
          metadata: ["client_id": "\(clientID)"]
        )
        return
      }
      let content = LogoutTokenContent(
        issuer: issuer, subject: try configuration.subject(session.subject, for: client),
        session: session.id.told(to: client), clientID: clientID,
        tokenID: core.secrets.identifier(), issuedAt: clock.now())
      // The logout token has the algorithms of the client's ID tokens (Back-Channel Logout §2.4, §2.6).
      let key = try signingKey(for: client.settings.idTokenAlgorithm, of: client)
      var token = try key.sign(content.claims, type: LogoutTokenContent.type)
      if let registeredEncryption = client.settings.idTokenEncryption {
        token = try await encryption.encrypt(token, for: client, registeredEncryption, isJWT: true)
      }
      switch await delivery.send(
        token, to: address,
        reachesPublicAddressesOnly: client.isUntrusted && configuration.outgoing == .publicOnly)
      {
      case .delivered:
        logger.info("A client was notified that a session ended", metadata: ["client_id": "\(clientID)"])
      case .refused(let status):
        logger.warning(
          "A client rejected the notification that a session ended",
          metadata: ["client_id": "\(clientID)", "status": "\(status)"])
      case .noAnswer(let reason):
        logger.warning(
          "A client could not be notified that a session ended",
          metadata: ["client_id": "\(clientID)", "reason": "\(reason)"])
      }
    } catch {
      log(error)
    }
  }
}
