internal import Logging
internal import OAuthCore
internal import OAuthProviders
public import OAuthSessions
internal import TokenStorage

extension GitHubAuthService {
  /// Returns the current user: the user who signed in last, unless the user signed out or the
  /// session ended.
  ///
  /// The answer comes from the store; GitHub isn't asked. A user who withdrew the application's
  /// access at GitHub counts as signed in until a request is rejected.
  ///
  /// - Returns: The user; `nil` if no user is signed in or the store can't be read. A store failure
  ///   is logged.
  public nonisolated func currentUser() async -> GHAuthInfo? {
    do {
      return try await credentialStore.current()
    } catch {
      config.logger.warning("the current GitHub user could not be read", metadata: ["reason": "\(error.code)"])
      return nil
    }
  }

  /// Signs a user out: revokes the access token at GitHub and deletes the stored tokens.
  ///
  /// GitHub revokes a token only for a client with a secret. Without one, or if GitHub can't be
  /// reached, the tokens are deleted from the store and stay valid at GitHub; those of an OAuth App
  /// don't expire. The error of `SignOutOutcome.deletedOnly` is then `UnrevokedTokens`, which
  /// names the page where the user removes the application's access: show it to the user.
  ///
  /// The sign-out continues if the task is cancelled, so that it never stops halfway. Failures are
  /// logged. If the store couldn't delete the tokens, the user stays signed in.
  ///
  /// - Parameter login: The user's login, in upper or lower case. A login without tokens isn't an
  ///   error.
  /// - Returns: The outcome at GitHub; `nil` if the store couldn't delete the tokens.
  @discardableResult
  public nonisolated func signOut(login: String) async -> SignOutOutcome? {
    await Task { await endSession(of: login) }.value
  }

  private func endSession(of login: String) async -> SignOutOutcome? {
    do {
      let outcome = try await client.signOut(session(for: login))
      if case .deletedOnly(let error) = outcome {
        let reason = (error as? UnrevokedTokens)?.cause ?? error
        config.logger.info(
          "signed out here; the token was not revoked at GitHub", metadata: ["reason": "\(Self.code(of: reason))"])
      } else {
        config.logger.info("signed out at GitHub")
      }
      return outcome
    } catch {
      config.logger.error("the tokens could not be deleted", metadata: ["reason": "\(Self.code(of: error))"])
      return nil
    }
  }

  /// The code of an error, or the type of one without a code.
  private static func code(of error: any Error) -> String {
    (error as? any ExplainedError)?.code ?? "\(type(of: error))"
  }
}
