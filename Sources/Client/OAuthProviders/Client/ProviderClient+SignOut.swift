internal import FoundationBasics
internal import HTTPTypes
internal import Logging
public import OAuth
public import OAuthCore
public import OAuthSessions
internal import Synchronization
internal import TokenStorage

extension ProviderClient {
  /// Signs an account out: revokes its tokens at the provider, then deletes them from the store.
  ///
  /// - Parameter session: A session from ``session(for:in:origins:)``.
  /// - Returns: Whether the provider revoked the tokens. If it didn't, the error of
  ///   `SignOutOutcome.deletedOnly` is ``UnrevokedTokens``: show it to the user.
  /// - Throws: The errors of `TokenSession.signOut`.
  @discardableResult
  public func signOut(_ session: TokenSession) async throws -> SignOutOutcome {
    let hasExpiry = Mutex<Bool?>(nil)
    let outcome = try await session.signOut { tokens in
      hasExpiry.withLock { $0 = tokens.expiresAt != nil }
      guard let request = revocation(of: tokens.accessToken) else { return nil }
      do {
        try await send(request, mayBeUnknown: tokens.refreshToken == nil)
        // GitHub revokes only the access token in the request, and has no request for the refresh
        // token.
        if case .gitHubApplication = provider.revocation, tokens.refreshToken != nil {
          throw ProviderError.refreshTokenLivesOn(provider: provider.name)
        }
        return .revoked
      } catch {
        return .deletedOnly(error)
      }
    }
    guard case .deletedOnly(let cause) = outcome else { return outcome }
    return .deletedOnly(
      UnrevokedTokens(
        at: provider, clientID: id, hasExpiry: hasExpiry.withLock { $0 }, because: explained(cause)))
  }

  /// Revokes one token, by the provider's own request or at its revocation endpoint (RFC 7009).
  ///
  /// A program that stores tokens itself calls it. ``signOut(_:)`` revokes the tokens of a session.
  ///
  /// - Parameters:
  ///   - token: The access token, or a refresh token if the provider has a revocation endpoint.
  ///   - hint: The kind of token, for a revocation endpoint. Default: none.
  /// - Throws: ``ProviderError/noRevocation(provider:)``,
  ///   ``ProviderError/revocationNeedsSecret(provider:)`` or
  ///   ``ProviderError/notRevoked(provider:status:)``; the errors of ``oauthClient()`` and
  ///   `OAuthClient.revoke`; `HTTPTransportError` if no answer arrived; `CancellationError`.
  public func revoke(_ token: Secret, hint: TokenTypeHint? = nil) async throws {
    if let request = revocation(of: token) { return try await send(request, mayBeUnknown: false) }
    do {
      try await oauthClient().revoke(token, hint: hint)
    } catch {
      throw explained(error)
    }
  }

  /// Revokes tokens that won't be used, if the provider revokes tokens. A failure is only logged.
  ///
  /// It also does so in a cancelled task.
  package func revokeUnused(_ tokens: TokenResponse) async {
    await Task {
      do {
        // A provider's own request takes only access tokens.
        let token = provider.revocation == .announced ? tokens.refreshToken ?? tokens.accessToken : tokens.accessToken
        try await revoke(token)
      } catch {
        let cause = (error as? any ExplainedError)?.code ?? "\(type(of: error))"
        logger.notice("tokens that can't be used were not revoked", metadata: ["reason": "\(cause)"])
      }
    }.value
  }

  /// Returns the provider's own reason if no request could be sent.
  private func explained(_ cause: any Error) -> any Error {
    guard (cause as? EndpointError)?.problem == .notAnnounced else { return cause }
    if case .gitHubApplication = provider.revocation {
      return ProviderError.revocationNeedsSecret(provider: provider.name)
    }
    return ProviderError.noRevocation(provider: provider.name)
  }

  /// Sends the provider's own revocation request.
  ///
  /// - Parameter mayBeUnknown: Whether a token that GitHub doesn't know counts as revoked.
  private func send(_ request: (head: HTTPRequest, body: [UInt8]), mayBeUnknown: Bool) async throws {
    let answer = try await transport.send(request.head, body: request.body, limits: limits)
    guard isRevoked(answer, mayBeUnknown: mayBeUnknown) else {
      throw ProviderError.notRevoked(provider: provider.name, status: answer.response.status.code)
    }
  }

  /// Returns the provider's own revocation request; `nil` if the client can't send one.
  private func revocation(of token: Secret) -> (head: HTTPRequest, body: [UInt8])? {
    switch provider.revocation {
    case .announced: return nil
    case .gitHubApplication(let api):
      guard let secret, let endpoint = try? Endpoint(api.text + "/applications/\(id)/token") else { return nil }
      var head = endpoint.request(.delete)
      head.headerFields[.authorization] = Self.basic(id, secret)
      head.headerFields[.accept] = "application/vnd.github+json"
      head.headerFields[.contentType] = "application/json"
      head.headerFields[.userAgent] = "Pixy"
      return (head, JSONValue.object(["access_token": .string(token.reveal())]).bytes())
    case .withTheTokenItself(let endpoint):
      var head = endpoint.request(.post)
      head.headerFields[.authorization] = "Bearer " + token.reveal()
      head.headerFields[.userAgent] = "Pixy"
      return (head, [])
    }
  }

  private static func basic(_ id: String, _ secret: Secret) -> String {
    "Basic " + Data((id + ":" + secret.reveal()).utf8).base64EncodedString()
  }

  /// Returns whether the answer means that the tokens are revoked.
  ///
  /// Slack answers with status 200 and the members `ok` and `revoked`. GitHub answers with status
  /// 204, or with 404 for an access token that had already expired; 404 says nothing about a
  /// refresh token.
  private func isRevoked(_ answer: HTTPAnswer, mayBeUnknown: Bool) -> Bool {
    switch provider.revocation {
    case .announced: false
    case .gitHubApplication:
      answer.response.status == .noContent || answer.response.status == .notFound && mayBeUnknown
    case .withTheTokenItself:
      answer.response.status == .ok && Self.saysRevoked(answer)
    }
  }

  private static func saysRevoked(_ answer: HTTPAnswer) -> Bool {
    guard let members = (try? JSONValue(bytes: answer.json))?.object else { return false }
    return members["ok"]?.bool == true && members["revoked"]?.bool != false
  }
}
