// tvOS and watchOS have no window for a sheet; they use the sign-in on another device.
#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
internal import OAuthUserAgent

extension GitHubAuthService {
  /// Signs a user in with the system's web session, and makes the user the current one.
  ///
  /// The sheet shares the cookies of the user's browser: a user with a GitHub session there only
  /// has to approve. The sheet returns to the config's redirect URI; its scheme needn't be in the
  /// app's property list. You can call this function from any task; the sheet is shown on the main
  /// actor.
  ///
  /// - Parameter anchor: The window that the sheet belongs to.
  /// - Returns: The user and the granted scope.
  /// - Throws: ``GitHubAuthError``.
  public nonisolated func signIn(
    presentationAnchor anchor: ASPresentationAnchor
  ) async throws(GitHubAuthError) -> GHAuthInfo {
    try await signIn(in: SystemWebSessions(anchor: { anchor }))
  }
}
#endif
