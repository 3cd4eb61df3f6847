internal import OAuthCore
package import OAuthUserAgent

extension GitHubAuthService {
  /// Signs a person in with a sheet that shares the browser's cookies: who is signed in at GitHub there needs no password here.
  ///
  /// - Parameter sessions: what makes the sheet: the system, or a test.
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
