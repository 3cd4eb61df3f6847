internal import OAuthCore

extension OAuthClient {
  /// Exchanges a security token for another one (RFC 8693): for another resource, a narrower scope, another kind, or to
  /// act on somebody's behalf.
  ///
  /// - Parameter request: what to exchange, and for what.
  /// - Throws: ``EndpointError`` if the server refused (`invalid_target`: it gives no tokens for that resource) or its answer
  ///   can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public func exchange(_ request: TokenExchangeRequest) async throws -> ExchangedToken {
    let (answer, sent) = try await post(
      to: .token, Self.form(grantType: "urn:ietf:params:oauth:grant-type:token-exchange", request.form),
      secrets: request.secrets)
    return try ExchangedToken(answer, to: sent, receivedAt: clock.now())
  }
}
