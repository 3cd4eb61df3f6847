// tvOS and watchOS have no window for a sheet. Use the device grant there (RFC 8628).
#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
public import OAuth
public import OAuthCore

/// A user agent that signs the user in with the system's browser sheet,
/// `ASWebAuthenticationSession` (RFC 8252 §B.1 and §B.4), for apps.
///
/// The sheet can share the sign-ins of the user's browser, and the app sees only the response. The
/// sign-in ends with the response, when the user closes the sheet, or when the task is cancelled.
/// Only one sheet can be shown at a time.
public struct WebAuthenticationSessionUserAgent: UserAgent {
  private let signIn: WebSessionSignIn

  /// Creates a user agent that shows its sheet at the app's active window.
  ///
  /// A sign-in waits up to three seconds for an app that is still starting. App extensions have no
  /// such window, and pass their own.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI: a private-use scheme of the app
  ///     (`com.example.app:/callback`), or an https link in one of the domains that are associated
  ///     with the app by the service `webcredentials`, which no other app can claim. Its kind
  ///     determines how the sheet recognizes the response.
  ///   - isEphemeral: Whether the sheet is separate from the user's browser. If so, users have to
  ///     type everything, and the system doesn't ask whether the app may use their sign-ins.
  /// - Throws: ``UserAgentError/unusableRedirectURI`` for a loopback address or an https link with
  ///   a port.
  @available(iOSApplicationExtension, unavailable, message: "Pass the extension's window as the anchor.")
  public init(redirectURI: RedirectURI, isEphemeral: Bool = false) throws(UserAgentError) {
    signIn = try WebSessionSignIn(
      redirectURI: redirectURI, isEphemeral: isEphemeral, sessions: SystemWebSessions(anchor: FrontWindow.current))
  }

  /// Creates a user agent that shows its sheet at a given window, also in an app extension.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI, as in ``init(redirectURI:isEphemeral:)``.
  ///   - isEphemeral: Whether the sheet is separate from the user's browser. Default: no.
  ///   - anchor: Returns the window at which the sheet is shown. Called several times for each
  ///     sign-in, which waits up to three seconds until the window's scene is active.
  /// - Throws: ``UserAgentError/unusableRedirectURI`` for a loopback address or an https link with
  ///   a port.
  public init(
    redirectURI: RedirectURI, isEphemeral: Bool = false,
    anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
  ) throws(UserAgentError) {
    signIn = try WebSessionSignIn(
      redirectURI: redirectURI, isEphemeral: isEphemeral, sessions: SystemWebSessions(anchor: anchor))
  }

  /// Shows the sign-in and waits for its response; see `UserAgent`. It may be called from any task;
  /// the sheet is shown on the main actor.
  ///
  /// - Throws: ``UserAgentError/cancelled`` if the user closed the sheet;
  ///   ``UserAgentError/cannotShow(cause:)`` if the system didn't show it;
  ///   ``UserAgentError/unassociatedDomain(host:cause:)`` if the app isn't associated with the https
  ///   link's domain;
  ///   ``UserAgentError/unusableResponseMode`` for a response that is posted as a form;
  ///   `CallbackError` if the server rejected the request or the response can't be trusted, even if
  ///   it belongs to another sign-in, because the sheet has ended with it; the error of `attempt`;
  ///   `CancellationError` if the task was cancelled.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    try await signIn.authorize(attempt)
  }
}
#endif
