#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore

extension OAuthClient {
  /// Begins a sign-in for a device without a browser or keyboard: the person decides on another one (RFC 8628 §3.1).
  ///
  /// Call it when a person asks for it, not at start and not again by itself after the codes expired (RFC 8628 §3.1).
  /// - Parameters:
  ///   - scope: what to ask for; an empty scope isn't sent.
  ///   - parameters: more parameters, such as a provider's own.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused, or its answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func deviceAuthorization(
    scope: Scope = .none, parameters: FormParameters = FormParameters()
  ) async throws -> DeviceAuthorization {
    var form = FormParameters()
    form.append(scope: scope)
    form.append(parameters)
    return try DeviceAuthorization(await answer(of: .deviceAuthorization, to: form), client: self)
  }

  /// Waits until the person has decided, and gets the tokens (RFC 8628 §3.4, §3.5).
  ///
  /// Asks after each interval, five seconds more after each `slow_down`, with growing pauses while the server can't be
  /// reached, until the codes expire. Cancelling the task ends the waiting at once.
  /// - Parameters:
  ///   - authorization: from ``deviceAuthorization(scope:parameters:)`` of this client.
  ///   - resources: the resources that the token is for, as absolute URIs (RFC 8707 §2).
  ///   - pollingClock: what the pauses are measured with; tests pass their own.
  ///   - progress: told before each pause what the last question brought and how long is left.
  /// - Throws: ``PollingError`` if the person refused or didn't decide in time; ``EndpointError`` if the server refused
  ///   for another reason or its answer can't be used; `HTTPTransportError` if the server can't be spoken to at all;
  ///   `CancellationError`.
  public func tokens(
    for authorization: DeviceAuthorization, resources: [String] = [],
    clock pollingClock: some Clock<Duration> = ContinuousClock(),
    progress: @Sendable (PollingProgress) async -> Void = { _ in }
  ) async throws -> TokenResponse {
    guard authorization.clientID == id, authorization.tokenEndpoint == server.tokenEndpoint else {
      throw EndpointError(.token, .foreignCode)
    }
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

  /// What is left of a life that began at a moment; all of it if the clock was set back meanwhile.
  func remaining(of life: Duration, since beginning: Date) -> Duration {
    let passed = max(clock.now().timeIntervalSince(beginning), 0)
    return life - .seconds(min(passed, Double(life.components.seconds)))
  }
}
