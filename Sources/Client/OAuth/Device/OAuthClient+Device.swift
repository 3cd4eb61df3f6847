internal import FoundationBasics
public import OAuthCore

extension OAuthClient {
  /// Begins a sign-in for a device without a browser or keyboard; the user decides on another
  /// device (RFC 8628 §3.1).
  ///
  /// Call it when the user asks for it: not at launch, and not automatically after the codes
  /// expired (RFC 8628 §3.1).
  ///
  /// ```swift
  /// let device = try await client.deviceAuthorization(scope: Scope(["profile"]))
  /// print("Open \(device.verificationURI) and enter \(device.userCode)")
  /// let tokens = try await client.tokens(for: device)
  /// ```
  /// - Parameters:
  ///   - scope: The scope to ask for. Default: none, and the server decides.
  ///   - parameters: More parameters, such as a provider's own. Default: none.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused, or its answer can't
  ///   be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public func deviceAuthorization(
    scope: Scope = .none, parameters: FormParameters = FormParameters()
  ) async throws -> DeviceAuthorization {
    var form = FormParameters()
    form.append(scope: scope)
    form.append(parameters)
    return try DeviceAuthorization(await answer(of: .deviceAuthorization, to: form), client: self)
  }

  /// Waits until the user has decided, and returns the tokens (RFC 8628 §3.4, §3.5).
  ///
  /// Sends a token request after each interval, until the codes expire. Each `slow_down` adds five
  /// seconds to the interval. While the server can't be reached the pauses grow. Cancelling the
  /// task ends the waiting at once.
  /// - Parameters:
  ///   - authorization: The result of this client's ``deviceAuthorization(scope:parameters:)``.
  ///   - resources: The resources that the token is for, as absolute URIs (RFC 8707 §2). Default:
  ///     none.
  ///   - pollingClock: The clock of the pauses; tests pass their own. Default: `ContinuousClock`.
  ///   - progress: Called before each pause, with the result of the last request and the time left.
  ///     Default: nothing.
  /// - Throws: ``PollingError`` if the user refused or didn't decide in time; ``EndpointError`` if
  ///   the server refused for another reason or its answer can't be used; `HTTPTransportError` if
  ///   no connection is possible, such as for a TLS failure; `CancellationError`.
  public func tokens(
    for authorization: DeviceAuthorization, resources: [String] = [],
    clock pollingClock: some Clock<Duration> = ContinuousClock(),
    progress: @Sendable (PollingProgress) async -> Void = { _ in }
  ) async throws -> TokenResponse {
    guard authorization.client == ClientIdentity(self) else { throw EndpointError(.token, .foreignCode) }
    var form = FormParameters()
    form.append("device_code", authorization.deviceCode.reveal())
    form.append(resources: resources)
    let parameters = form
    var polling = TokenPolling(
      interval: authorization.interval,
      remaining: remaining(of: authorization.expiresIn, since: authorization.receivedAt), clock: pollingClock)
    return try await polling.tokens(progress: progress) {
      try await tokens(
        grantType: "urn:ietf:params:oauth:grant-type:device_code", parameters,
        secrets: [authorization.deviceCode])
    }
  }

  /// Returns the rest of a lifetime that began at a time; all of it if the clock was set back
  /// meanwhile.
  func remaining(of life: Duration, since beginning: Date) -> Duration {
    let elapsedTime = max(clock.now().timeIntervalSince(beginning), 0)
    return life - .seconds(min(elapsedTime, Double(life.components.seconds)))
  }
}
