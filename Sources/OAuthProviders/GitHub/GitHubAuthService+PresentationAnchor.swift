// Neither tvOS nor watchOS has a window to show a sheet in; signing in on another device is for them.
#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
internal import OAuthUserAgent

extension GitHubAuthService {
  /// Signs a person in with the system's web session, and makes them the current one.
  ///
  /// The sheet is the person's own browser: if they are signed in at GitHub there, they only agree. It comes back to the config's redirect
  /// URI, whose scheme doesn't have to be in the app's property list. May be called from any task; the sheet is shown on the main
  /// actor.
  ///
  /// - Parameter anchor: the window to show the sheet at.
  /// - Returns: who it is, and what was granted.
  /// - Throws: ``GitHubAuthError``.
  public nonisolated func signIn(
    presentationAnchor anchor: ASPresentationAnchor
  ) async throws(GitHubAuthError) -> GHAuthInfo {
    try await signIn(in: SystemWebSessions(anchor: { anchor }))
  }
}
#endif
