internal import Logging
public import OAuth
internal import OAuthCore
internal import TokenStorage

/// Signs people in at GitHub, keeps their tokens, and knows who is signed in.
///
/// An app makes one when it starts and shares it.
///
/// ```swift
/// let config = GitHubAuthConfig(
///   clientID: "Ov23liA1B2C3D4E5F6G7", redirectURI: try RedirectURI("relay://oauth/callback"), transport: transport)
/// let service = GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(store))
/// let info = try await service.signIn(presentationAnchor: window)
/// ```
///
/// A sign-in has PKCE (RFC 7636, S256) and a fresh `state`, checks `state` and `iss` of the answer, and stores nothing before GitHub has said
/// whose the token is.
public actor GitHubAuthService {
  /// The application.
  public nonisolated let config: GitHubAuthConfig
  /// Where the tokens are: the store that was given, for the GitHub of the ``config``.
  public nonisolated let credentialStore: GitHubCredentialStore

  nonisolated let client: ProviderClient
  private nonisolated let clientFactory: @Sendable (String) -> GitHubClient
  /// By login, as accounts are named.
  private var sessions: [Account: TokenSession] = [:]

  /// Makes a service; nothing is read or asked yet.
  ///
  /// - Parameters:
  ///   - config: the application.
  ///   - credentialStore: where the tokens are kept. If it was made for another GitHub than the config's, the service uses the same place
  ///     for the config's, so that no token goes to the wrong one: see ``credentialStore``.
  ///   - clientFactory: makes the client that asks GitHub whose a new token is; `nil` for one with the config's transport and host.
  public init(
    config: GitHubAuthConfig, credentialStore: GitHubCredentialStore,
    clientFactory: (@Sendable (String) -> GitHubClient)? = nil
  ) {
    self.config = config
    self.credentialStore = GitHubCredentialStore(credentialStore.store, host: config.host)
    client = ProviderClient(
      config.provider, id: config.clientID, secret: config.clientSecret, through: config.transport,
      limits: config.limits, clock: config.clock, monotonic: config.monotonic, random: config.random,
      logger: config.logger)
    self.clientFactory =
      clientFactory ?? { token in
        GitHubClient(
          token: Secret(token), host: config.host, through: config.transport, limits: config.limits,
          clock: config.clock)
      }
  }

  /// Signs a person in with a browser, and makes them the current one.
  ///
  /// - Parameter userAgent: the person's browser, such as `LoopbackUserAgent`. It comes back to its own redirect URI, which has
  ///   to be registered at GitHub.
  /// - Returns: who it is, and what was granted.
  /// - Throws: ``GitHubAuthError``.
  public func signIn(with userAgent: some UserAgent) async throws(GitHubAuthError) -> GHAuthInfo {
    try await signIn { () async throws(GitHubAuthError) in try await tokens(from: userAgent) }
  }

  /// Signs a person in who decides on another device (RFC 8628), and makes them the current one. The application's page at GitHub has a
  /// box to tick for it.
  ///
  /// - Parameter show: shows the code, and the address where it is to be entered. It may return while they are still shown.
  /// - Returns: who it is, and what was granted.
  /// - Throws: ``GitHubAuthError``; ``GitHubAuthError/timedOut`` if nobody decided before the code expired.
  public func signInOnDevice(
    showing show: @escaping @Sendable (DeviceAuthorization) async -> Void
  ) async throws(GitHubAuthError) -> GHAuthInfo {
    try await signIn { () async throws(GitHubAuthError) in
      do {
        return try await client.signInOnDevice(scope: config.scope, clock: config.pollingClock, showing: show).tokens
      } catch {
        throw failure(GitHubAuthError(request: error), because: error)
      }
    }
  }

  /// What keeps a login's tokens valid: one for each login, shared by all who ask for it. Use it for every request to the API.
  ///
  /// It refreshes tokens of GitHub Apps before they end and after a 401, and sends them to the API's origin alone. GitHub's
  /// `bad_refresh_token` ends it, and deletes the tokens.
  ///
  /// - Parameter login: whose, in any case; signed in or not.
  /// - Throws: ``GitHubAuthError/configuration(_:)`` if the client id can't be one; ``GitHubAuthError/keychainFailed(_:)`` if the login can't.
  public func session(for login: String) async throws(GitHubAuthError) -> TokenSession {
    do {
      let account = try credentialStore.account(login)
      if let session = sessions[account] { return session }
      let session = try await client.session(for: account, in: credentialStore.store)
      // Somebody else may have been here while this one was made.
      if let session = sessions[account] { return session }
      sessions[account] = session
      return session
    } catch {
      throw GitHubAuthError(keeping: error)
    }
  }

  /// Gets tokens, has GitHub say whose they are, and keeps them.
  private func signIn(
    _ tokens: () async throws(GitHubAuthError) -> TokenResponse
  ) async throws(GitHubAuthError) -> GHAuthInfo {
    do {
      let tokens = try await tokens()
      let info = try await keep(tokens, of: user(of: tokens))
      config.logger.info("signed in at GitHub")
      return info
    } catch {
      config.logger.notice("sign-in at GitHub failed", metadata: ["reason": "\(error.code)", "step": "\(error.step)"])
      throw error
    }
  }

  private func tokens(from userAgent: some UserAgent) async throws(GitHubAuthError) -> TokenResponse {
    let code = try await code(from: userAgent)
    do {
      return try await client.redeem(code).tokens
    } catch {
      throw failure(GitHubAuthError(request: error), because: error)
    }
  }

  private func code(from userAgent: some UserAgent) async throws(GitHubAuthError) -> AuthorizationCode {
    do {
      // Before anything listens or is shown.
      _ = try await client.oauthClient()
      return try await userAgent.authorize { [client, config] redirectURI in
        try await client.begin(redirectURI: redirectURI, scope: config.scope)
      }
    } catch {
      throw failure(GitHubAuthError(browser: error), because: error)
    }
  }

  /// The error for a cause, which is logged: not every case can carry it.
  private func failure(_ error: GitHubAuthError, because cause: any Error) -> GitHubAuthError {
    // The type alone of what isn't known: others' descriptions may hold what was sent.
    let explanation = (cause as? any ExplainedError)?.explanation ?? "\(type(of: cause))"
    config.logger.info("sign-in at GitHub goes no further", metadata: ["cause": "\(explanation)"])
    return error
  }

  private func user(of tokens: TokenResponse) async throws(GitHubAuthError) -> GitHubUser {
    do {
      return try await clientFactory(tokens.accessToken.reveal()).user()
    } catch {
      throw error == .cancelled ? .userCancelled : .apiError(error)
    }
  }

  /// Keeps tokens through the login's session, which takes the account's lock: a refresh that is under way can't put old ones in
  /// their place, and whoever holds the session has the new ones at once.
  private func keep(_ response: TokenResponse, of user: GitHubUser) async throws(GitHubAuthError) -> GHAuthInfo {
    let session = try await session(for: user.login)
    do {
      var tokens = try StoredTokens(response)
      // RFC 6749 §5.1: what isn't said was granted as it was asked for.
      tokens.scope = response.scope ?? config.scope
      tokens.gitHubUser = user
      try await session.keep(tokens)
      try await credentialStore.setCurrentAccount(user.login)
      return GHAuthInfo(tokens, savedFor: user.login)
    } catch {
      throw GitHubAuthError(keeping: error)
    }
  }
}
