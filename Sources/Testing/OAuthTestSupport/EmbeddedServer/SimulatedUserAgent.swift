public import OAuth
public import OAuthCore
public import OAuthLookAlikes

/// A user agent with a simulated user, for sign-ins without a browser.
public struct SimulatedUserAgent: UserAgent {
  private let user: SimulatedUser
  private let redirectURI: RedirectURI
  private let transport: any HTTPTransport

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - user: The simulated user who signs in.
  ///   - redirectURI: The redirect URI, which must be registered for the client. Nothing has to
  ///     listen there.
  ///   - transport: The transport of the simulated browser. It must reach the server.
  public init(_ user: SimulatedUser, redirectURI: RedirectURI, through transport: any HTTPTransport) {
    self.user = user
    self.redirectURI = redirectURI
    self.transport = transport
  }

  /// Signs the user in and validates the callback; see `UserAgent`.
  ///
  /// - Throws: `SimulatedUser.UnexpectedAnswer` if the server shows an error page or its form
  ///   again, `CallbackError` if the server refused the request or the callback isn't valid, and
  ///   the errors of `attempt` and the transport.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    let location = try await user.visit(attempt.url, through: transport)
    return try attempt.receive(AuthorizationCallback(url: location))
  }
}
