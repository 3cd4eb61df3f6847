public import OAuth
public import OAuthCore

/// A user agent for programs that never sign a user in, such as an app extension that only uses the
/// tokens of its app.
public struct NoUserAgent: UserAgent {
  /// Creates the user agent.
  public init() {}

  /// Rejects each sign-in.
  ///
  /// - Throws: ``UserAgentError/noWayBack``.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    throw UserAgentError.noWayBack
  }
}
