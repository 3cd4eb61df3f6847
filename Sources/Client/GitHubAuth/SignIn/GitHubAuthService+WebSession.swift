internal import OAuthCore
package import OAuthUserAgent

extension GitHubAuthService {
  /// Signs a user in with a sheet that shares the browser's cookies. A user with a GitHub session
  /// in the browser needs no password.
  ///
  /// - Parameter sessions: Creates the sheet: the system's implementation, or a test's.
  package nonisolated func signIn(in sessions: some WebSessions) async throws(GitHubAuthError) -> GHAuthInfo {
    let sheet: WebSessionSignIn
    do {
      sheet = try WebSessionSignIn(redirectURI: config.redirectURI, isEphemeral: false, sessions: sessions)
    } catch {
      throw .browserFailed(error)
    }
    return try await signIn(with: sheet)
  }
}
