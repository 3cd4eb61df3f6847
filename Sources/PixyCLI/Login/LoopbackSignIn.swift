internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import Synchronization

/// The loopback listener, and what a person needs to know of its redirect URI: servers say on a page of their own that they don't
/// know it, which nobody but the person sees (RFC 6749 §4.1.2.1).
struct LoopbackSignIn: UserAgent {
  let listener: LoopbackUserAgent
  /// Whether the port is always the same.
  let hasFixedPort: Bool
  let say: @Sendable (String) -> Void
  let logger: Logger

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let used = Mutex<RedirectURI?>(nil)
    do {
      return try await listener.authorize { redirectURI in
        used.withLock { $0 = redirectURI }
        logger.debug("listening", metadata: ["register": "\(redirectURI)"])
        return try await attempt(redirectURI)
      }
    } catch let error as UserAgentError {
      if case .timedOut = error, let redirectURI = used.withLock({ $0 }) { say(hint(redirectURI)) }
      throw error
    }
  }

  /// What to register, exactly.
  private func hint(_ redirectURI: RedirectURI) -> String {
    let beginning =
      "If the sign-in page said that the redirect URI is unknown or invalid, register exactly \(redirectURI)"
    guard !hasFixedPort else { return beginning + " there." }
    let port = redirectURI.parts.port ?? 80
    return beginning
      + " there, and choose its port with --port \(port) or `pixy config set port \(port)`; a server that follows "
      + "RFC 8252 §7.3 takes any port."
  }
}
