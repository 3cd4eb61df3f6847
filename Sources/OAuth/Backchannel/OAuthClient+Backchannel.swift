internal import OAuthCore

extension OAuthClient {
  /// Has a person asked on their own device whether they want to sign in here (OpenID Connect CIBA Core 1.0 §7, poll
  /// mode).
  ///
  /// The client must authenticate, and must be registered for the poll mode.
  /// - Parameter request: whom to ask, and what for.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused (`unknown_user_id`, …), or its answer can't
  ///   be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public func backchannelAuthentication(
    _ request: BackchannelAuthenticationRequest
  ) async throws -> BackchannelAuthentication {
    try BackchannelAuthentication(
      await answer(of: .backchannelAuthentication, to: request.form, secrets: request.secrets), client: self)
  }

  /// Waits until the person has decided, and gets the tokens (OpenID Connect CIBA Core 1.0 §10.1, §11, poll mode).
  ///
  /// Asks after each interval, five seconds more after each `slow_down`, with growing pauses while the server can't be
  /// reached, until the request expires. Cancelling the task ends the waiting at once.
  /// - Parameters:
  ///   - authentication: from ``backchannelAuthentication(_:)`` of this client.
  ///   - pollingClock: what the pauses are measured with; tests pass their own.
  ///   - progress: told before each pause what the last question brought and how long is left.
  /// - Throws: ``PollingError`` if the person refused or didn't decide in time; ``EndpointError`` if the server refused
  ///   for another reason or its answer can't be used; `HTTPTransportError` if the server can't be spoken to at all;
  ///   `CancellationError`.
  public func tokens(
    for authentication: BackchannelAuthentication, clock pollingClock: some Clock<Duration> = ContinuousClock(),
    progress: @Sendable (PollingProgress) async -> Void = { _ in }
  ) async throws -> TokenResponse {
    guard authentication.clientID == id, authentication.tokenEndpoint == server.tokenEndpoint else {
      throw EndpointError(.token, .foreignCode)
    }
    var form = FormParameters()
    form.append("auth_req_id", authentication.requestID.reveal())
    let parameters = form
    var polling = TokenPolling(
      interval: authentication.interval,
      remaining: remaining(of: authentication.expiresIn, since: authentication.receivedAt), clock: pollingClock)
    return try await polling.tokens(progress: progress) {
      try await tokens(
        grantType: "urn:openid:params:grant-type:ciba", parameters, secrets: [authentication.requestID])
    }
  }
}
