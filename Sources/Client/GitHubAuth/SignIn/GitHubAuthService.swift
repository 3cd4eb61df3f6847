internal import Logging
public import OAuth
internal import OAuthCore
internal import OAuthProviders
public import OAuthSessions
internal import TokenStorage

/// Signs users in at GitHub, stores their tokens, and knows the current user.
///
/// Create one when the app starts, and share it.
///
/// ```swift
/// let config = GitHubAuthConfig(
///   clientID: "Ov23liA1B2C3D4E5F6G7", redirectURI: try RedirectURI("relay://oauth/callback"),
///   transport: transport)
/// let service = GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(store))
/// let info = try await service.signIn(with: userAgent)
/// ```
///
/// Each sign-in uses PKCE (RFC 7636, S256) and a new `state`, and checks the callback's `state` and
/// `iss`. Tokens are stored only after GitHub's API has returned their user.
public actor GitHubAuthService {
  /// The application's configuration.
  public nonisolated let config: GitHubAuthConfig
  /// The store of the tokens: the store that was passed in, for the GitHub host of ``config``.
  public nonisolated let credentialStore: GitHubCredentialStore

  nonisolated let client: ProviderClient
  private nonisolated let clientFactory: @Sendable (String) -> GitHubClient
  /// The open sessions, by account; an account is named after its login.
  private var sessions: [Account: TokenSession] = [:]

  /// Creates a service. Nothing is read or sent yet.
  ///
  /// - Parameters:
  ///   - config: The application's configuration.
  ///   - credentialStore: The store for the tokens. If it was created for another GitHub host, the
  ///     service uses the same store for the config's host instead, so that no token is sent to the
  ///     wrong host: see ``credentialStore``.
  ///   - clientFactory: Creates the client that asks GitHub for a new token's user. Default: a
  ///     client with the config's transport and host.
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

  /// Signs a user in with a browser, and makes the user the current one.
  ///
  /// - Parameter userAgent: The user's browser, such as `LoopbackUserAgent`. It returns to its own
  ///   redirect URI, which must be registered at GitHub.
  /// - Returns: The user and the granted scope.
  /// - Throws: ``GitHubAuthError``; ``GitHubAuthError/keychainFailed(_:)`` before the browser opens if
  ///   the store can't save tokens.
  public func signIn(with userAgent: some UserAgent) async throws(GitHubAuthError) -> GHAuthInfo {
    try await signIn { () async throws(GitHubAuthError) in try await tokens(from: userAgent) }
  }

  /// Signs a user in with a browser on another device (RFC 8628), and makes the user the current
  /// one.
  ///
  /// Enable “Device Flow” on the application's page at GitHub first.
  ///
  /// - Parameter show: Shows the user code and the address where the user enters it. It may return
  ///   while they are still visible.
  /// - Returns: The user and the granted scope.
  /// - Throws: ``GitHubAuthError``; ``GitHubAuthError/timedOut`` if the user didn't decide before
  ///   the code expired.
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

  /// Returns the token session of a login. Use it for every request to GitHub's API.
  ///
  /// Each login has one session, shared by all callers. It refreshes the tokens of a GitHub App
  /// before they expire and after status 401, and sends them only to the API's origin. GitHub's
  /// error `bad_refresh_token` ends the session and deletes its tokens.
  ///
  /// - Parameter login: The login, in upper or lower case. The user needn't be signed in.
  /// - Returns: The session.
  /// - Throws: ``GitHubAuthError/configuration(_:)`` if the client ID can't be right;
  ///   ``GitHubAuthError/keychainFailed(_:)`` if the login can't be an account's name.
  public func session(for login: String) async throws(GitHubAuthError) -> TokenSession {
    do {
      let account = try credentialStore.account(login)
      if let session = sessions[account] { return session }
      let session = try await client.session(for: account, in: credentialStore.store)
      // Another call may have created the session during the `await`.
      if let session = sessions[account] { return session }
      sessions[account] = session
      return session
    } catch {
      throw GitHubAuthError(keeping: error)
    }
  }

  /// Requests tokens, asks GitHub for their user, and stores them.
  private func signIn(
    _ tokens: () async throws(GitHubAuthError) -> TokenResponse
  ) async throws(GitHubAuthError) -> GHAuthInfo {
    do {
      try await requireStore()
      let tokens = try await tokens()
      let info = try await keep(tokens, of: user(of: tokens))
      config.logger.info("signed in at GitHub")
      return info
    } catch {
      config.logger.notice("sign-in at GitHub failed", metadata: ["reason": "\(error.code)", "step": "\(error.step)"])
      throw error
    }
  }

  /// Throws if the store can't save tokens: an error before the browser opens loses no sign-in.
  private func requireStore() async throws(GitHubAuthError) {
    do {
      try await credentialStore.store.checkSaving()
    } catch {
      throw GitHubAuthError(keeping: error)
    }
  }

  private func tokens(from userAgent: some UserAgent) async throws(GitHubAuthError) -> TokenResponse {
    let code = try await code(from: userAgent)
    do {
      return try await client.exchange(code).tokens
    } catch {
      throw failure(GitHubAuthError(request: error), because: error)
    }
  }

  private func code(from userAgent: some UserAgent) async throws(GitHubAuthError) -> AuthorizationCode {
    do {
      // Checked before a port is opened or a sheet is shown.
      _ = try await client.oauthClient()
      return try await userAgent.authorize { [client, config] redirectURI in
        try await client.begin(redirectURI: redirectURI, scope: config.scope)
      }
    } catch {
      throw failure(GitHubAuthError(browser: error), because: error)
    }
  }

  /// Logs a cause and returns the error for it, because not every case can carry its cause.
  private func failure(_ error: GitHubAuthError, because cause: any Error) -> GitHubAuthError {
    // Only the type of an unknown error: its description may contain parts of the request.
    let explanation = (cause as? any ExplainedError)?.explanation ?? "\(type(of: cause))"
    config.logger.info("sign-in at GitHub stopped", metadata: ["cause": "\(explanation)"])
    return error
  }

  private func user(of tokens: TokenResponse) async throws(GitHubAuthError) -> GitHubUser {
    do {
      return try await clientFactory(tokens.accessToken.reveal()).user()
    } catch {
      throw error == .cancelled ? .userCancelled : .apiError(error)
    }
  }

  /// Stores tokens through the login's session, which takes the account's lock.
  ///
  /// A refresh under way therefore can't replace them with older tokens, and all holders of the
  /// session get the new tokens immediately.
  private func keep(_ response: TokenResponse, of user: GitHubUser) async throws(GitHubAuthError) -> GHAuthInfo {
    let session = try await session(for: user.login)
    do {
      var tokens = try StoredTokens(response)
      // A response without a scope granted the requested scope (RFC 6749 §5.1).
      tokens.scope = response.scope ?? config.scope
      tokens.gitHubUser = user
      try await session.save(tokens)
      try await credentialStore.setCurrentAccount(user.login)
      return GHAuthInfo(tokens, savedFor: user.login)
    } catch {
      throw GitHubAuthError(keeping: error)
    }
  }
}
