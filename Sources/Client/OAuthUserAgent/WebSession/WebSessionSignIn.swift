package import OAuth
package import OAuthCore

/// A sign-in in a sheet of the system: the logic of `WebAuthenticationSessionUserAgent` without the
/// sheet.
package struct WebSessionSignIn: UserAgent {
  private let redirectURI: RedirectURI
  private let callback: WebSessionCallback
  private let isEphemeral: Bool
  private let sessions: any WebSessions
  private let clock: any Clock<Duration>

  /// The time that an app has to become active. An app that has just been started needs less.
  package static let patience = Duration.seconds(3)

  /// Prepares sign-ins with one redirect URI.
  ///
  /// - Throws: ``UserAgentError/unusableRedirectURI`` if a sheet can't recognize responses at the
  ///   redirect URI.
  package init(
    redirectURI: RedirectURI, isEphemeral: Bool, sessions: any WebSessions,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(UserAgentError) {
    self.redirectURI = redirectURI
    callback = try WebSessionCallback(redirectURI)
    self.isEphemeral = isEphemeral
    self.sessions = sessions
    self.clock = clock
  }

  /// Shows the sign-in and accepts its single response. A sheet ends with the first URL that
  /// matches the callback. A response that doesn't belong to this attempt therefore ends the
  /// sign-in too.
  package func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    // A form is posted to the app's server. The sheet wouldn't notice, and would stay open.
    guard attempt.responseMode?.carrier != .form else { throw UserAgentError.unusableResponseMode }
    let request = WebSessionRequest(url: attempt.url, callback: callback, isEphemeral: isEphemeral)
    try await waitForWindow()
    switch try await WebSessionRun().end(of: request, in: sessions) {
    case .callback(let address): return try attempt.receive(AuthorizationCallback(url: address))
    case .cancelled: throw UserAgentError.cancelled
    case .unassociated(let host, let reason):
      throw UserAgentError.unassociatedDomain(host: UntrustedText(host), cause: UntrustedText(reason))
    case .failed(let cause): throw UserAgentError.cannotShow(cause: UntrustedText(cause))
    }
  }

  /// Waits until the system would show the sheet. After the limit the sheet is tried anyway, and the
  /// system's error says why it isn't shown.
  @MainActor private func waitForWindow() async throws {
    let pause = Duration.milliseconds(50)
    var waitingTime = Duration.zero
    while !sessions.canPresent, waitingTime < Self.patience {
      try await clock.sleep(for: pause)
      waitingTime += pause
    }
  }
}
