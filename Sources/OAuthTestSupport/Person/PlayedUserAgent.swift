public import OAuth
public import OAuthCore

/// A user agent that plays the person and the browser: signs in at a server without anybody's help.
public struct PlayedUserAgent: UserAgent {
  private let person: PlayedPerson
  private let redirectURI: RedirectURI
  private let transport: any HTTPTransport

  /// A browser whose answers come to `redirectURI`.
  public init(_ person: PlayedPerson, redirectURI: RedirectURI, through transport: any HTTPTransport) {
    self.person = person
    self.redirectURI = redirectURI
    self.transport = transport
  }

  /// Signs in and receives the answer; see `UserAgent`.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    let location = try await person.visit(attempt.url, through: transport)
    return try attempt.receive(AuthorizationCallback(url: location))
  }
}
