public import OAuth
public import OAuthCore
public import OAuthLookAlikes

/// A user agent with a simulated user, for sign-ins without a browser.
public struct PlayedUserAgent: UserAgent {
  private let person: PlayedPerson
  private let redirectURI: RedirectURI
  private let transport: any HTTPTransport

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - person: The simulated user who signs in.
  ///   - redirectURI: The redirect URI, which must be registered for the client. Nothing has to
  ///     listen there.
  ///   - transport: The transport of the simulated browser. It must reach the server.
  public init(_ person: PlayedPerson, redirectURI: RedirectURI, through transport: any HTTPTransport) {
    self.person = person
    self.redirectURI = redirectURI
    self.transport = transport
  }

  /// Signs the user in and validates the callback; see `UserAgent`.
  ///
  /// - Throws: `PlayedPerson.Lost` if the server shows an error page or its form again,
  ///   `CallbackError` if the server refused the request or the callback isn't valid, and the
  ///   errors of `attempt` and the transport.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    let location = try await person.visit(attempt.url, through: transport)
    return try attempt.receive(AuthorizationCallback(url: location))
  }
}
