internal import Logging
internal import OAuth
internal import OAuthCore
internal import TokenStorage

extension GitHubAuthService {
  /// Who is signed in, and current: the person who signed in last, unless they signed out or their session ended.
  ///
  /// GitHub isn't asked. Somebody who withdrew the application's access there is signed in here until a request is refused.
  ///
  /// - Returns: `nil` if nobody is, and if the store can't be read at the moment, which is logged.
  public nonisolated func currentUser() async -> GHAuthInfo? {
    do {
      return try await credentialStore.current()
    } catch {
      config.logger.warning("it can't be told who is signed in at GitHub", metadata: ["reason": "\(error.code)"])
      return nil
    }
  }

  /// Signs somebody out: has GitHub end their access token where the config has the client secret, without which GitHub ends none, and deletes
  /// what is kept here, also if GitHub couldn't be reached.
  ///
  /// It goes on if the task is cancelled: half of it would help nobody. What failed is logged; if the store couldn't delete the tokens,
  /// they are there still, and the person stays signed in.
  ///
  /// - Parameter login: whose tokens, in any case. A login without tokens is no error.
  public nonisolated func signOut(login: String) async {
    await Task { await endSession(of: login) }.value
  }

  private func endSession(of login: String) async {
    do {
      let outcome = try await client.signOut(session(for: login))
      guard case .deletedOnly = outcome else {
        config.logger.info("signed out at GitHub")
        return
      }
      config.logger.info("signed out here; the token was not ended at GitHub")
    } catch {
      let reason = (error as? any ExplainedError)?.code ?? "\(type(of: error))"
      config.logger.error("the tokens could not be deleted", metadata: ["reason": "\(reason)"])
    }
  }
}
