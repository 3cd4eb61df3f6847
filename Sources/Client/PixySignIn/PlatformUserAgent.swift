internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
#if os(macOS)
internal import Foundation
#endif

/// The user's browser on this platform: a browser sheet in an app, the system's browser and a
/// listener in a command. An app extension has no window of its own that could be found.
@available(iOSApplicationExtension, unavailable)
struct PlatformUserAgent: UserAgent {
  let provider: Provider
  let clientID: String
  let app: String
  let redirectURI: RedirectURI?
  let logger: Logger

  /// Opens the sign-in and waits for the response.
  ///
  /// - Throws: The errors of ``SignInWay`` before a browser opens; the errors of
  ///   `WebAuthenticationSessionUserAgent` or `LoopbackUserAgent`.
  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let way = try SignInWay(
      to: redirectURI, accepting: provider.redirects, clientID: clientID, app: app, provider: provider.name,
      available: Self.available)
    switch way {
    case .sheet(let redirectURI): return try await Self.sheet(redirectURI).authorize(attempt)
    case .loopback(let host, let port, let path):
      return try await listener(host, port, path).authorize(attempt)
    }
  }

  private static var available: SignInWay.Available {
    #if os(macOS)
    // A command has no window that could show a sheet.
    SignInWay.Available(
      hasSheet: SignInWay.Available.isApp(bundlePath: Bundle.main.bundlePath), hasLoopback: hasLoopback)
    #elseif canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    SignInWay.Available(hasSheet: true, hasLoopback: hasLoopback)
    #else
    SignInWay.Available(hasSheet: false, hasLoopback: hasLoopback)
    #endif
  }

  private static var hasLoopback: Bool {
    #if LOOPBACK
    true
    #else
    false
    #endif
  }

  private static func sheet(_ redirectURI: RedirectURI) throws(UserAgentError) -> any UserAgent {
    #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    try WebAuthenticationSessionUserAgent(redirectURI: redirectURI)
    #else
    throw .noWayBack
    #endif
  }

  private func listener(_ host: LoopbackHost, _ port: Int, _ path: String) throws(UserAgentError)
    -> any UserAgent
  {
    #if LOOPBACK
    LoopbackUserAgent(host: host, port: port, path: path, logger: logger)
    #else
    throw .noWayBack
    #endif
  }
}
