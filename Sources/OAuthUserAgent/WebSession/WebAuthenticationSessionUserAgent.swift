// Neither tvOS nor watchOS has a window to show a sheet in; the device grant (RFC 8628) is for them.
#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
public import OAuth
public import OAuthCore

/// Signs a person in with a browser sheet of the system, `ASWebAuthenticationSession` (RFC 8252 §B.1 and §B.4): for apps.
///
/// The sheet can be the person's own browser with its sign-ins, and the app sees nothing of it but the answer. It ends
/// with the answer, when the person closes it, or when the task is cancelled. Only one can be shown at a time.
public struct WebAuthenticationSessionUserAgent: UserAgent {
  private let signIn: WebSessionSignIn

  /// Makes a user agent; it shows something only while a sign-in runs.
  /// - Parameters:
  ///   - redirectURI: a scheme of the app's own (`com.example.app:/callback`), or an https link of one of its associated
  ///     domains, which no other app can take for itself. Its kind decides how the sheet recognizes the answer.
  ///   - isEphemeral: whether the sheet knows nothing of the person's browser. They have to type everything then, and
  ///     aren't asked whether the app may use their sign-ins.
  ///   - anchor: the window to show the sheet at; asked for each sign-in.
  /// - Throws: ``UserAgentError/unusableRedirectURI`` for a loopback address or an https link with a port.
  public init(
    redirectURI: RedirectURI, isEphemeral: Bool = false,
    anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
  ) throws(UserAgentError) {
    signIn = try WebSessionSignIn(
      redirectURI: redirectURI, isEphemeral: isEphemeral, sessions: SystemWebSessions(anchor: anchor))
  }

  /// Shows the sign-in and waits for its answer; see `UserAgent`. May be called from any task; the sheet is shown on the main
  /// actor.
  /// - Throws: ``UserAgentError/cancelled`` if the person closed the sheet; ``UserAgentError/cannotShow(cause:)``;
  ///   ``UserAgentError/unusableResponseMode``; `CallbackError` if the server refused or the answer can't be trusted, also
  ///   if it is another sign-in's, because the sheet has ended with it; what `attempt` throws; `CancellationError`.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    try await signIn.authorize(attempt)
  }
}
#endif
