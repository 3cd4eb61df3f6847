internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import Synchronization

/// The loopback listener with a hint about its redirect URI.
///
/// A server that rejects the redirect URI shows an error page in the browser and sends no response
/// (RFC 6749 §4.1.2.1). The hint appears after the timeout.
struct LoopbackSignIn: UserAgent {
  let listener: LoopbackUserAgent
  /// Whether the port is fixed.
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

  /// Returns the redirect URI to register.
  private func hint(_ redirectURI: RedirectURI) -> String {
    let beginning =
      "If the sign-in page reported an unknown or invalid redirect URI, register exactly \(redirectURI)"
    guard !hasFixedPort else { return beginning + " there, or give the registered one with --redirect-uri." }
    let port = redirectURI.parts.port ?? 80
    return beginning
      + " there, and set its port with --port \(port) or `pixy config set port \(port)`, or give the registered one "
      + "with --redirect-uri. A server that follows RFC 8252 §7.3 accepts any port."
  }
}
