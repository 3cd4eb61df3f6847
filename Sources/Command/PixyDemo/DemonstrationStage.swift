package import OAuth
package import OAuthCore
package import OAuthLookAlikes
package import OAuthServer

/// The surroundings of a demonstration: its server, the way to it, and the user's browser.
package protocol DemonstrationStage: Sendable {
  /// The pages of the server.
  var pages: any Pages { get throws }
  /// Whether the user signs in with a real browser.
  var hasBrowser: Bool { get }

  /// Runs the server for as long as `body` runs.
  ///
  /// - Parameters:
  ///   - server: Creates the server for an issuer.
  ///   - body: Receives the issuer and a transport that reaches the server.
  func serve(
    _ server: @escaping @Sendable (Issuer) throws -> AuthorizationServer,
    while body: (Issuer, any HTTPTransport) async throws -> Void
  ) async throws

  /// Returns the user agent of the sign-in.
  ///
  /// - Parameters:
  ///   - user: The user, if no real browser is used.
  ///   - transport: The transport of the simulated browser.
  ///   - transcript: The transcript, which says what is simulated.
  ///   - announce: Called with the attempt before the browser opens.
  func userAgent(
    of user: SimulatedUser, through transport: any HTTPTransport, _ transcript: Transcript,
    announce: @escaping @Sendable (AuthorizationAttempt) -> Void
  ) -> any UserAgent
}
