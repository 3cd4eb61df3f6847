internal import OAuth
internal import OAuthCore
internal import Synchronization

/// A user agent whose requests and callbacks are recorded.
struct TracedUserAgent: UserAgent {
  let userAgent: any UserAgent
  let recorder: TraceRecorder

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let startedAttempt = Mutex<AuthorizationAttempt?>(nil)
    do {
      let code = try await userAgent.authorize { redirectURI in
        let attempt = try await attempt(redirectURI)
        recorder.began(attempt)
        startedAttempt.withLock { $0 = attempt }
        return attempt
      }
      if let attempt = startedAttempt.withLock({ $0 }) { recorder.cameBack(code, to: attempt) }
      return code
    } catch {
      // An error before the browser was opened is recorded with the exchange that failed.
      if let attempt = startedAttempt.withLock({ $0 }) { recorder.failed(error, attempt.redirectURI) }
      throw error
    }
  }
}
