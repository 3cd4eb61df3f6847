internal import OAuthCore

extension OAuthClient {
  /// Exchanges a security token for another one (RFC 8693): for another resource, with a narrower
  /// scope, of another type, or to act on behalf of a user.
  ///
  /// - Parameter request: The token to exchange, and the requirements for the new one.
  /// - Throws: ``EndpointError`` if the server refused (`invalid_target`: it issues no tokens for
  ///   that resource) or its answer can't be used; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func exchange(_ request: TokenExchangeRequest) async throws -> ExchangedToken {
    let (answer, sent) = try await post(
      to: .token, Self.form(grantType: "urn:ietf:params:oauth:grant-type:token-exchange", request.form),
      secrets: request.secrets)
    let receivedAt = clock.now()
    return try await reading(AnswerMembers(answer, to: sent), to: sent) { members throws(EndpointError) in
      try ExchangedToken(members, to: sent, receivedAt: receivedAt)
    }
  }
}
