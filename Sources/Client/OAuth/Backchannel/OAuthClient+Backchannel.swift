internal import OAuthCore

extension OAuthClient {
  /// Asks the user on their own device to approve a sign-in here (OpenID Connect CIBA Core 1.0 §7,
  /// poll mode).
  ///
  /// The client must authenticate, and must be registered for the poll mode.
  /// - Parameter request: The user and the scope.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused (`unknown_user_id`,
  ///   …), or its answer can't be used; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func backchannelAuthentication(
    _ request: BackchannelAuthenticationRequest
  ) async throws -> BackchannelAuthentication {
    try BackchannelAuthentication(
      await answer(of: .backchannelAuthentication, to: request.form, secrets: request.secrets), client: self)
  }

  /// Waits until the user has decided, and returns the tokens (OpenID Connect CIBA Core 1.0 §10.1,
  /// §11, poll mode).
  ///
  /// Sends a token request after each interval, until the request expires. Each `slow_down` adds
  /// five seconds to the interval. While the server can't be reached the pauses grow. Cancelling
  /// the task ends the waiting at once.
  /// - Parameters:
  ///   - authentication: The result of this client's ``backchannelAuthentication(_:)``.
  ///   - pollingClock: The clock of the pauses; tests pass their own. Default: `ContinuousClock`.
  ///   - progress: Called before each pause, with the result of the last request and the time left.
  ///     Default: nothing.
  /// - Throws: ``PollingError`` if the user refused or didn't decide in time; ``EndpointError`` if
  ///   the server refused for another reason or its answer can't be used; `HTTPTransportError` if
  ///   no connection is possible, such as for a TLS failure; `CancellationError`.
  public func tokens(
    for authentication: BackchannelAuthentication, clock pollingClock: some Clock<Duration> = ContinuousClock(),
    progress: @Sendable (PollingProgress) async -> Void = { _ in }
  ) async throws -> TokenResponse {
    guard authentication.client == ClientIdentity(self) else { throw EndpointError(.token, .foreignCode) }
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
