internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthUserAgent
internal import PixyDemo

/// A stage with a server on a port of this machine, a loopback listener, and, if the user wants one, a
/// real browser.
struct SocketStage: DemonstrationStage {
  /// A real browser, or `nil` to simulate the user and the browser.
  let browser: (any BrowserOpener)?
  let logger: Logger

  var hasBrowser: Bool { browser != nil }
  var pages: any Pages { get throws { try MustachePages(texts: [.english, .german]) } }

  func serve(
    _ server: @escaping @Sendable (Issuer) throws -> AuthorizationServer,
    while body: (Issuer, any HTTPTransport) async throws -> Void
  ) async throws {
    try await withAuthorizationServer(make: { try server($0) }, logger: logger) { issuer in
      try await body(issuer, AsyncHTTPClientTransport())
    }
  }

  func userAgent(
    of user: SimulatedUser, through transport: any HTTPTransport, _ transcript: Transcript,
    announce: @escaping @Sendable (AuthorizationAttempt) -> Void
  ) -> any UserAgent {
    LoopbackUserAgent(
      browser: browser ?? SimulatedBrowser(user: user, transport: transport, transcript: transcript),
      announce: announce, logger: logger)
  }
}

/// A simulated browser without a window: signs in on the page at a URL and follows the redirect.
private struct SimulatedBrowser: BrowserOpener {
  let user: SimulatedUser
  let transport: any HTTPTransport
  let transcript: Transcript

  func open(_ url: String) async throws {
    transcript.sayWhatIsSimulated(user)
    let callback = try await user.visit(url, through: transport)
    _ = try await transport.send(Endpoint(callback).request(.get), body: [], limits: HTTPLimits())
  }
}
