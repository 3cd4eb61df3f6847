package import OAuth
package import OAuthCore

/// A sign-in in a sheet of the system: everything of `WebAuthenticationSessionUserAgent` but the sheet.
package struct WebSessionSignIn: UserAgent {
  private let redirectURI: RedirectURI
  private let callback: WebSessionCallback
  private let isEphemeral: Bool
  private let sessions: any WebSessions

  /// Prepares sign-ins that come back to one redirect URI.
  ///
  /// - Throws: ``UserAgentError/unusableRedirectURI``.
  package init(
    redirectURI: RedirectURI, isEphemeral: Bool, sessions: any WebSessions
  ) throws(UserAgentError) {
    self.redirectURI = redirectURI
    callback = try WebSessionCallback(redirectURI)
    self.isEphemeral = isEphemeral
    self.sessions = sessions
  }

  /// Shows the sign-in and takes its one answer. A sheet ends with the first address that looks like the callback, so that
  /// an answer that isn't this attempt's ends the sign-in too: there is nothing left to wait for.
  package func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    // A form is posted to the app's server, and the sheet would stay open with nobody to take it away.
    guard attempt.responseMode?.carrier != .form else { throw UserAgentError.unusableResponseMode }
    let request = WebSessionRequest(url: attempt.url, callback: callback, isEphemeral: isEphemeral)
    switch try await WebSessionRun().end(of: request, in: sessions) {
    case .callback(let address): return try attempt.receive(AuthorizationCallback(url: address))
    case .cancelled: throw UserAgentError.cancelled
    case .failed(let cause): throw UserAgentError.cannotShow(cause: UntrustedText(cause))
    }
  }
}
