internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import Synchronization

/// A listener on a certain port, with another one for the case that the port is in use.
struct PreferredPortUserAgent: UserAgent {
  let preferred: any UserAgent
  let other: any UserAgent

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let hasBegun = Mutex(false)
    do {
      return try await preferred.authorize { redirectURI in
        hasBegun.withLock { $0 = true }
        return try await attempt(redirectURI)
      }
    } catch UserAgentError.portBusy where !hasBegun.withLock({ $0 }) {
      return try await other.authorize(attempt)
    }
  }
}
