internal import HTTPTypes
internal import Logging
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

extension WebSignIn {
  /// Answers a provider's logout request: ends the sessions that its token names (Back-Channel
  /// Logout §2.5 to §2.8).
  ///
  /// All instances see it at once, because the store is shared.
  func backChannelLogout(_ request: WebRequest, at client: ProviderClient) async -> WebResponse {
    do {
      let (_, bytes) = try await form(in: request)
      let (token, end) = try await client.verifiedLogoutToken(requestBody: bytes)
      guard try await sessions.isNew(token.tokenID, of: token.issuer) else { throw LogoutTokenError.replayed }
      let issuer = Self.issuer(token.issuer, of: client)
      // Without `sid` all sessions of the user end (§2.4).
      if let sid = token.sessionID {
        try await sessions.endProviderSession(sid, at: issuer)
      } else if let subject = token.subject {
        try await sessions.endUser(subject, at: issuer)
      }
      // Only now: the provider sends the token again if the store can't be written.
      try await sessions.remember(token.tokenID, of: token.issuer, until: end)
      logger.info("the provider ended sessions", metadata: ["provider": "\(client.provider.id)"])
      return answer(.ok)
    } catch let error as LogoutTokenError {
      return rejected(error, at: client)
    } catch let error as RequestFailure {
      return answer(error.status)
    } catch is SignInRefusal {
      return answer(.badRequest)
    } catch {
      // The provider may try again.
      logger.error(
        "a logout request failed",
        metadata: ["provider": "\(client.provider.id)", "reason": "\(Self.reason(error))"])
      return answer(.internalServerError)
    }
  }

  private func rejected(_ error: LogoutTokenError, at client: ProviderClient) -> WebResponse {
    logger.notice(
      "a logout token was rejected", metadata: ["provider": "\(client.provider.id)", "code": "\(error.code)"])
    return answer(.badRequest)
  }

  private func answer(_ status: HTTPResponse.Status) -> WebResponse {
    secured(WebResponse(status: status, headers: [.cacheControl: "no-store"]))
  }
}
