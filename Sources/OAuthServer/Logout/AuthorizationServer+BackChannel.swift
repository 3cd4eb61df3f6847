internal import JOSE
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Tells every client at which the session's person signed in, all at once (OpenID Connect Back-Channel Logout §2.3). What fails
  /// is logged, and keeps nobody signed in here.
  ///
  /// It goes on if the request that it is for is given up: the session has ended, and nobody would tell the clients later.
  func tellClients(of ended: EndedSession) async {
    guard let delivery = logoutDelivery, configuration.idTokenKeys != nil else { return }
    await Task {
      await withTaskGroup(of: Void.self) { group in
        for id in Set(ended.grants.map(\.clientID)) {
          group.addTask { await tell(id, of: ended.session, delivery) }
        }
      }
    }.value
  }

  private func tell(
    _ clientID: String, of session: SessionRecord, _ delivery: LogoutDelivery
  ) async {
    do {
      guard let client = try await clients.client(clientID), let address = client.settings.backchannelLogout else {
        return
      }
      guard address.origin.hasPrefix("https:") || issuer.origin.hasPrefix("http:") else {
        logger.warning(
          "A client was not told that a session ended: its address is not https", metadata: ["client_id": "\(clientID)"]
        )
        return
      }
      let content = LogoutTokenContent(
        issuer: issuer, subject: try configuration.subject(session.subject, for: client),
        session: session.id.told(to: client), clientID: clientID,
        tokenID: mint.identifier(), issued: clock.now())
      // Back-Channel Logout §2.6: with the algorithm of the client's ID tokens.
      let key = try signingKey(for: client.settings.idTokenAlgorithm, of: client)
      let token = try key.sign(content.claims, type: LogoutTokenContent.type)
      switch await delivery.send(token, to: address) {
      case .delivered:
        logger.info("A client was told that a session ended", metadata: ["client_id": "\(clientID)"])
      case .refused(let status):
        logger.warning(
          "A client did not take the news that a session ended",
          metadata: ["client_id": "\(clientID)", "status": "\(status)"])
      case .noAnswer:
        logger.warning(
          "A client could not be told that a session ended", metadata: ["client_id": "\(clientID)"])
      }
    } catch {
      log(failure: error, at: .logout)
    }
  }
}
