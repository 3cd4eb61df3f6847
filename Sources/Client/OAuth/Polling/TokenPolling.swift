internal import OAuthCore

/// The polling of the token endpoint until the user has decided, in the device grant (RFC 8628
/// §3.4, §3.5) and CIBA's poll mode.
struct TokenPolling<PollingClock: Clock> where PollingClock.Duration == Duration {
  private let clock: PollingClock
  private let deadline: PollingClock.Instant
  /// The pause that the server asks for. It only grows.
  private var interval: Duration
  /// The number of requests in a row that didn't reach the server.
  private var failures = 0
  /// The shortest pause before the next request, from `Retry-After`.
  private var retryAfter = Duration.zero
  /// Whether a pause was shortened, so that the last request comes before the codes expire.
  private var isShortened = false

  /// - Parameters:
  ///   - interval: The pause between two requests.
  ///   - remaining: The remaining lifetime of the codes.
  ///   - clock: The clock of the pauses.
  init(interval: Duration, remaining: Duration, clock: PollingClock) {
    self.clock = clock
    self.interval = max(interval, Self.shortestInterval)
    deadline = clock.now.advanced(by: remaining)
  }

  /// Sends requests until one is decided, the codes expire, or the task is cancelled.
  mutating func tokens(
    progress: @Sendable (PollingProgress) async -> Void, ask: @Sendable () async throws -> TokenResponse
  ) async throws -> TokenResponse {
    var state = PollingProgress.State.begun
    var attempts = 0
    while true {
      let remaining = clock.now.duration(to: deadline)
      let pause = pause(before: remaining)
      // A request after the deadline could only be answered with "expired".
      guard pause < remaining else { throw PollingError.expired }
      await progress(
        PollingProgress(state: state, attempts: attempts, nextAttempt: pause, remaining: remaining))
      try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
      try Task.checkCancellation()
      attempts += 1
      do {
        return try await ask()
      } catch {
        try Task.checkCancellation()
        state = try self.state(after: error)
      }
    }
  }

  /// Returns the state of the polling after an error.
  ///
  /// - Throws: The error that ends the polling.
  private mutating func state(after error: any Error) throws -> PollingProgress.State {
    retryAfter = .zero
    let refusal = (error as? EndpointError)?.refusal
    switch refusal?.error {
    case .authorizationPending?:
      failures = 0
      return .pending
    case .slowDown?:
      // For this and all later requests. GitHub names the new pause.
      interval = max(interval + Self.slowDown, (error as? EndpointError)?.pollingInterval ?? .zero)
      failures = 0
      return .slowedDown
    default: break
    }
    if let refusal, Self.denials.contains(refusal.error) { throw PollingError.denied(refusal) }
    if let refusal, Self.expiries.contains(refusal.error) { throw PollingError.expired }
    switch error {
    case let error as EndpointError where error.category == .temporary:
      retryAfter = error.retryAfter ?? .zero
    case let error as HTTPTransportError where Self.passing.contains(error.kind):
      break
    default:
      throw error
    }
    failures += 1
    return .unreachable
  }

  /// Returns the next pause: doubled for each failure in a row (RFC 8628 §3.5). The limit keeps a laptop
  /// that was offline for a while from missing the user's decision.
  ///
  /// After a failure that would outlast the codes, one last request is sent shortly before they expire: the
  /// user may have approved. Only the interval is an obligation; `Retry-After` is advice (RFC 9110 §10.2.3).
  private mutating func pause(before remaining: Duration) -> Duration {
    guard failures > 0 else { return interval }
    let doubledInterval = interval * (1 << min(failures, 16))
    let pause = max(min(doubledInterval, max(interval * 2, Self.longestBackOff)), retryAfter)
    guard pause >= remaining, !isShortened else { return pause }
    isShortened = true
    return max(interval, remaining - Self.lastMoments)
  }

  // RFC 8628 §3.5, and Microsoft Entra's own code.
  private static var denials: Set<ErrorCode> { [.accessDenied, ErrorCode("authorization_declined")] }
  // RFC 8628 §3.5, and a code from GitHub's documentation.
  private static var expiries: Set<ErrorCode> { [.expiredToken, ErrorCode("token_expired")] }
  // With an interval of 0 the requests would have no pause.
  private static var shortestInterval: Duration { .seconds(1) }
  private static var slowDown: Duration { .seconds(5) }
  private static var longestBackOff: Duration { .seconds(60) }
  // Time for the last request: the server's count of the lifetime began before the client's.
  private static var lastMoments: Duration { .seconds(3) }
  private static var passing: Set<HTTPTransportError.Kind> { [.connectionFailed, .timedOut, .brokenAnswer] }
}
