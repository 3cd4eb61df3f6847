internal import HTTPTypes
package import OAuth
package import OAuthCore
package import OAuthLookAlikes
package import OAuthServer

/// A stage without sockets: app, browser and server call each other.
package struct InProcessStage: DemonstrationStage {
  package let hasBrowser = false
  package var pages: any Pages { PagesWithoutDesign() }

  package init() {}

  package func serve(
    _ server: @escaping @Sendable (Issuer) throws -> AuthorizationServer,
    while body: (Issuer, any HTTPTransport) async throws -> Void
  ) async throws {
    let issuer = try Issuer("http://127.0.0.1:8414")
    try await body(issuer, ServerTransport(server: server(issuer)))
  }

  package func userAgent(
    of user: SimulatedUser, through transport: any HTTPTransport, _ transcript: Transcript,
    announce: @escaping @Sendable (AuthorizationAttempt) -> Void
  ) -> any UserAgent {
    UserAgentInProcess(user: user, transport: transport, transcript: transcript, announce: announce)
  }
}

/// A transport that calls a server.
private struct ServerTransport: HTTPTransport {
  let server: AuthorizationServer

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    await server.respond(to: request, body: body)
  }
}

/// A user agent whose user signs in at once.
private struct UserAgentInProcess: UserAgent {
  let user: SimulatedUser
  let transport: any HTTPTransport
  let transcript: Transcript
  let announce: @Sendable (AuthorizationAttempt) -> Void

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(RedirectURI("http://127.0.0.1:8765\(Demonstration.callbackPath)"))
    announce(attempt)
    transcript.sayWhatIsSimulated(user)
    return try attempt.receive(AuthorizationCallback(url: await user.visit(attempt.url, through: transport)))
  }
}
