public import Logging
public import OAuth
public import OAuthCore
public import OAuthProviders
public import OAuthSessions
public import TokenStorage

/// Signs a user in at a provider and keeps the user signed in, also after the program's next start.
///
/// It is the shortest way to a signed-in user, with the defaults of each platform: in an app the
/// system's browser sheet and the keychain; in a command the system's browser with a listener on
/// the loopback interface, and the strongest store of the machine.
///
/// ```swift
/// let gitHub = SignIn(provider: .gitHub, clientID: "your-client-id", app: "com.example.tool")
/// let user = try await gitHub.restoreOrSignIn()
/// print("Hello,", user.profile.displayName)
/// ```
///
/// Create one for each provider and share it. A user interface observes ``model()``. The parts are
/// ``service`` and ``userAgent``; programs that need other parts create these themselves.
public struct SignIn: Sendable {
  /// The service that stores the tokens and owns the user's only token session.
  public let service: SignInService
  /// The user's browser.
  public let userAgent: any UserAgent

  /// Creates a sign-in with the platform's browser. Nothing is read, sent or shown yet, and mistakes
  /// in the parameters are errors of the first call.
  ///
  /// An app extension passes a user agent to the other initializer.
  ///
  /// - Parameters:
  ///   - provider: The provider, such as `.gitHub`, or `.issuer(…)` for any other server.
  ///   - clientID: The `client_id` that the provider assigned to the application.
  ///   - clientSecret: The client secret, if the provider issues one to this kind of client.
  ///     Default: none.
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - origins: Addresses of further APIs that may receive the user's access token. Default: only
  ///     the provider's own.
  ///   - app: The application's name as a reverse domain name, such as `com.example.app`: its name
  ///     in keychains and folders, and the scheme of its redirect URI where the provider accepts
  ///     one. 1 to 128 ASCII letters, digits, dots and hyphens.
  ///   - redirectURI: The redirect URI that is registered at the provider. Default: in an app the
  ///     scheme that the provider derives from the client ID, or else `app:/callback`; in a command
  ///     `http://127.0.0.1/callback` with any free port.
  ///   - files: The token files that are allowed on machines without a keyring, such as servers.
  ///     Default: on Linux files that are encrypted with a key in another file, as the command
  ///     `pixy` uses them. They protect copies and backups, but not against programs that the user
  ///     runs. With `.none` the sign-in fails on such a machine.
  ///   - accessGroup: The keychain's access group that an app shares with its extension, as the
  ///     entitlement `keychain-access-groups` names it, with the team's prefix. Default: the
  ///     program's first group.
  ///   - folder: The folder of the locks and files, as an absolute path: for an app with an extension
  ///     the container of their app group. Default: the user's folders.
  ///   - store: The store of the tokens, for which `files`, `accessGroup` and `folder` aren't used.
  ///     Default: the keychain on Apple's systems, the Secret Service of a Linux desktop, or else the
  ///     allowed files.
  ///   - transport: Sends HTTP requests. Default: the platform's.
  ///   - logger: Receives a record of each step and the place of the tokens, never a secret.
  ///     Default: none.
  #if !ASYNC_HTTP_CLIENT && !URL_SESSION && !LOOPBACK
  @available(*, unavailable, message: "On Linux, SignIn needs the package trait Loopback.")
  #endif
  @available(iOSApplicationExtension, unavailable, message: "Pass a user agent: an extension has no window of its own.")
  public init(
    provider: Provider, clientID: String, clientSecret: Secret? = nil, scope: Scope? = nil,
    origins: [Endpoint] = [], app: String, redirectURI: RedirectURI? = nil,
    files: StorageLadder.FileFallback = .automatic, accessGroup: String? = nil, folder: String? = nil,
    store: (any TokenStore)? = nil, through transport: (any HTTPTransport)? = nil, logger: Logger? = nil
  ) {
    let logger = logger ?? Self.noLogger
    self.init(
      ProviderClient(
        provider, id: clientID, secret: clientSecret, through: transport ?? PlatformTransport.make(), logger: logger),
      scope: scope, origins: origins,
      userAgent: PlatformUserAgent(
        provider: provider, clientID: clientID, app: app, redirectURI: redirectURI, logger: logger)
    ) {
      try await Self.open(store, app, files, accessGroup, folder, logger)
    }
  }

  /// Creates a sign-in with a browser of your choice, also in an app extension.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - clientID: The `client_id` that the provider assigned to the application.
  ///   - clientSecret: The client secret, if there is one. Default: none.
  ///   - scope: The scope to request. Default: the provider's default scope.
  ///   - origins: Addresses of further APIs that may receive the user's access token. Default: only
  ///     the provider's own.
  ///   - app: The application's name, in the form that the other initializer describes.
  ///   - files: The token files that are allowed on machines without a keyring. Default: that of the
  ///     other initializer.
  ///   - accessGroup: The keychain's access group, as in the other initializer.
  ///   - folder: The folder of the locks and files, as in the other initializer.
  ///   - store: The store of the tokens. Default: that of the other initializer.
  ///   - userAgent: The user's browser, such as `WebAuthenticationSessionUserAgent` with the
  ///     extension's window; `NoUserAgent` in a program that only uses the tokens of another one.
  ///   - transport: Sends HTTP requests. Default: the platform's.
  ///   - logger: Receives a record of each step, never a secret. Default: none.
  #if !ASYNC_HTTP_CLIENT && !URL_SESSION && !LOOPBACK
  @available(*, unavailable, message: "On Linux, SignIn needs the package trait Loopback.")
  #endif
  public init(
    provider: Provider, clientID: String, clientSecret: Secret? = nil, scope: Scope? = nil,
    origins: [Endpoint] = [], app: String, files: StorageLadder.FileFallback = .automatic,
    accessGroup: String? = nil, folder: String? = nil, store: (any TokenStore)? = nil, userAgent: any UserAgent,
    through transport: (any HTTPTransport)? = nil, logger: Logger? = nil
  ) {
    let logger = logger ?? Self.noLogger
    self.init(
      ProviderClient(
        provider, id: clientID, secret: clientSecret, through: transport ?? PlatformTransport.make(), logger: logger),
      scope: scope, origins: origins, userAgent: userAgent
    ) {
      try await Self.open(store, app, files, accessGroup, folder, logger)
    }
  }

  // Without traits, the compiler rejects a call of one unavailable initializer by the other.
  private init(
    _ client: ProviderClient, scope: Scope?, origins: [Endpoint], userAgent: any UserAgent,
    opening: @escaping @Sendable () async throws -> any TokenStore
  ) {
    service = SignInService(client, scope: scope, origins: origins, opening: opening)
    self.userAgent = userAgent
  }

  /// Returns the given store, or opens the one of this machine.
  private static func open(
    _ store: (any TokenStore)?, _ app: String, _ files: StorageLadder.FileFallback, _ accessGroup: String?,
    _ folder: String?, _ logger: Logger
  ) async throws -> any TokenStore {
    if let store { return store }
    let storage = try await StorageLadder.system(app: app, files: files, accessGroup: accessGroup, folder: folder)
      .open()
    if storage.isNewChoice { logger.notice("tokens are stored here: \(storage.store.location)") }
    return storage.store
  }

  private static var noLogger: Logger { Logger(label: "pixy.sign-in") { _ in SwiftLogNoOpLogHandler() } }

  /// Restores the user who signed in last. It never opens a browser.
  ///
  /// - Returns: The user; `nil` if no user is signed in.
  /// - Throws: The errors of `SignInService.restore()`, such as a temporary one without a network.
  ///   The user stays signed in, and a later call can succeed.
  public func restore() async throws -> SignedInUser? {
    try await service.restoredUser()
  }

  /// Signs a user in with the browser, and stores the tokens.
  ///
  /// - Returns: The user, the current one from now on.
  /// - Throws: The errors of `SignInService.signIn(with:)`.
  public func signIn() async throws -> SignedInUser {
    try await service.signedInUser(with: userAgent)
  }

  /// Signs a user in with a browser on another device (RFC 8628), and stores the tokens.
  ///
  /// Programs without a browser call it: on tvOS and watchOS, and at a terminal without a desktop.
  ///
  /// - Parameter show: Shows the user code and the address where the user enters it.
  /// - Returns: The user, the current one from now on.
  /// - Throws: The errors of `SignInService.signInOnDevice(showing:)`, such as
  ///   `ProviderError.noDeviceGrant(provider:)`.
  public func signInOnDevice(
    showing show: @Sendable (DeviceAuthorization) async throws -> Void
  ) async throws -> SignedInUser {
    try await service.signedInUserOnDevice(showing: show)
  }

  /// Restores the user who signed in last, and opens the browser only if there is none or if the
  /// provider demands a new sign-in.
  ///
  /// - Returns: The user.
  /// - Throws: The errors of ``restore()`` and ``signIn()``. Without a network a stored user isn't
  ///   asked to sign in again; the error is temporary.
  public func restoreOrSignIn() async throws -> SignedInUser {
    if let user = try await restore() { return user }
    return try await signIn()
  }

  /// Signs the user out: revokes the tokens at the provider if possible, and deletes them from the
  /// store.
  ///
  /// - Returns: The outcome at the provider. If the tokens stay valid there, the error is
  ///   `UnrevokedTokens`: show it to the user.
  /// - Throws: `TokenSessionError.storage` if the tokens couldn't be deleted.
  @discardableResult
  public func signOut() async throws -> SignOutOutcome {
    try await service.signOut()
  }

  /// Creates an observable model for a user interface, in the state `signedOut`. Call its
  /// `restore()` next.
  ///
  /// - Returns: The model. Create one for each interface.
  @MainActor public func model() -> AuthenticationModel {
    AuthenticationModel(service: service, userAgent: userAgent)
  }
}
