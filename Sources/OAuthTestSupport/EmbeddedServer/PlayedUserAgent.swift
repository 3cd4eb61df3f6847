public import OAuth
public import OAuthCore
public import OAuthLookAlikes

/// A user agent that plays the person and the browser: signs in at a server without anybody's help.
public struct PlayedUserAgent: UserAgent {
  private let person: PlayedPerson
  private let redirectURI: RedirectURI
  private let transport: any HTTPTransport

  /// A browser whose answers come to `redirectURI`.
  ///
  /// - Parameters:
  ///   - person: who signs in.
  ///   - redirectURI: one that is registered for the client; nothing has to listen there.
  ///   - transport: what the browser sends its requests with; it must reach the server.
  public init(_ person: PlayedPerson, redirectURI: RedirectURI, through transport: any HTTPTransport) {
    self.person = person
    self.redirectURI = redirectURI
    self.transport = transport
  }

  /// Signs in and receives the answer; see `UserAgent`.
  ///
  /// - Throws: `PlayedPerson.Lost` if the server shows an error page or asks again; `CallbackError` if it refused or
  ///   its answer can't be trusted; what `attempt` and the transport throw.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    let location = try await person.visit(attempt.url, through: transport)
    return try attempt.receive(AuthorizationCallback(url: location))
  }
}
